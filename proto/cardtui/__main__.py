"""``python -m cardtui`` is the command ``cardtui``: the name that people know."""

from cardtui_client.__main__ import main

if __name__ == "__main__":
    main()
