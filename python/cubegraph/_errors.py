"""The exceptions. Files that cannot be read or written raise Python's own ``OSError``."""

from typing import Optional

__all__ = ["Error", "InputError", "OutOfTime", "TooLarge"]


class Error(Exception):
    """Why there is no answer; the base of all exceptions of this package."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class InputError(Error, ValueError):
    """A text or an argument is wrong.

    ``line`` and ``column`` (both from 1) are the place of the mistake; ``None`` where no text was given.
    """

    def __init__(
        self, message: str, line: Optional[int] = None, column: Optional[int] = None
    ) -> None:
        super().__init__(message, line, column)
        self.line = line
        self.column = column


class TooLarge(Error):
    """It is too large, for the method or for the memory allowed.

    ``needed`` is the memory it would take, in bytes, where that is the reason.
    """

    def __init__(self, message: str, needed: Optional[int] = None) -> None:
        super().__init__(message, needed)
        self.needed = needed


class OutOfTime(Error, TimeoutError):
    """The time allowed is used up. ``known`` says in words what was found by then."""

    def __init__(self, message: str, known: str = "") -> None:
        super().__init__(message, known)
        self.known = known


for _exception in (Error, InputError, TooLarge, OutOfTime):
    _exception.__module__ = "cubegraph"
