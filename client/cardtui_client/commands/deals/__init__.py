"""Deals that friends share: the same packs again, named by a short text or by a code."""
