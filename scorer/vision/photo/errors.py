"""What is said of a file that cannot be used as a photo."""

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
        """Lets the error come back whole from a worker process."""
        return type(self), (self.message, self.code)


def broken(name: str) -> PhotoError:
    """The error for a file that begins like a photo and is none."""
    return PhotoError(Message("{name} is damaged or cut short; send or take it again", {"name": name}), "broken")
