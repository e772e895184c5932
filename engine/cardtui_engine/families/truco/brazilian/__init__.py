"""What the trucos of Brazil share: a ladder to twelve, hands at eleven, cards face down."""
