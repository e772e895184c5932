"""What the screens are made of: painted widgets and the pure functions that paint them."""
