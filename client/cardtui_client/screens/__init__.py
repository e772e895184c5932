"""The screens of the terminal client: what a person sees and can do."""
