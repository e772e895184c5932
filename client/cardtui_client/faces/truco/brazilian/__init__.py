"""What the Brazilian trucos share: the ladder of raises, tentos, eleven, the iron hand."""
