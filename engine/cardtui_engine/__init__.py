"""The rules of card games as pure values: positions, actions, events, views."""
