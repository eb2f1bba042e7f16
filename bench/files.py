"""Files on which the outcome of long work depends: errors name them, and nothing half written takes an old file's place."""
import contextlib
import os
import shutil


@contextlib.contextmanager
def naming(path):
    """Within it an error of the system, such as a full disk, tells which file it is about."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, path) from None


def append(file, data):
    """Write bytes to a file that was opened without a buffer, so that a failure leaves nothing for its end."""
    with naming(file.name):
        left = memoryview(data)
        while left:
            left = left[file.write(left):]


def is_replaceable(path):
    """Whether a path leads to an ordinary file, or to none yet; a device or a pipe only receives what is written."""
    return os.path.isfile(path) or not os.path.exists(path)


def replace(path, texts):
    """Write an ordinary file anew, so that at any moment either the old or the new one is there. Links lead to it.

    Texts that were read with surrogates for bytes that are no text are written as they were.
    """
    path = os.path.realpath(path)
    new = f"{path}.new"
    with naming(path):
        try:
            with open(new, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
                file.writelines(texts)
                file.flush()
                os.fsync(file.fileno())
            if os.path.exists(path):
                shutil.copymode(path, new)
            os.replace(new, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(new)
            raise
