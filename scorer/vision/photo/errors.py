"""Errors for files that cannot be used as photos."""

from __future__ import annotations

from scorer.rules.model.messages import Message


class PhotoError(ValueError):
    """A file that cannot be used as a photo.

    ``message`` is one line for the user. ``code`` is ``missing``, ``empty``, ``unsupported``, ``broken``,
    ``too_large`` (bytes or pixels), ``too_narrow`` or ``too_complex``.
    """

    def __init__(self, message: Message, code: str) -> None:
        super().__init__(str(message))
        self.message, self.code = message, code

    def __reduce__(self) -> tuple[type[PhotoError], tuple[Message, str]]:
        """Make the error picklable, so that worker processes can raise it."""
        return type(self), (self.message, self.code)


def broken(name: str) -> PhotoError:
    """The error for a file that starts like a photo but is not one."""
    return PhotoError(Message("{name} is damaged or cut short; send or take it again", {"name": name}), "broken")
