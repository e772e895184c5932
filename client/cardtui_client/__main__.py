"""``python -m cardtui_client`` is the command ``cardtui``; no scripts need to be on PATH."""

from cardtui_client.commands.program import main

if __name__ == "__main__":
    main()
