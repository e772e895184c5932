"""What the trucos share."""
