"""The client over ssh: the door of `cardtui host --ssh`, and the terminals that it runs."""
