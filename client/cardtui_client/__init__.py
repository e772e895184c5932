"""The terminal client: what a seat or a spectator may see, and how to show it.

A table's way to the eye: `net` brings frames, `model` folds them into what is known, `games`
makes a `scene` or sentences of that, and `tui` paints the one, `lines` prints the others.
`commands` is the command line, which starts all of this, and the server as well.
"""
