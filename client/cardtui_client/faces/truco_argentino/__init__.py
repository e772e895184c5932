"""The face of Truco Argentino."""
