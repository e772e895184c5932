"""``python -m cardtui`` is the command ``cardtui``: the name that people know."""

from cardtui_client.commands.program import main

if __name__ == "__main__":
    main()
