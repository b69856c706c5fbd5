"""The Magpie process behind the package: ``magpie serve``, to which requests are lines of JSON."""

import atexit
import collections
import json
import os
import pathlib
import shutil
import subprocess
import threading
import warnings


class MagpieError(Exception):
    """Magpie says in its message what is wrong, and what to do."""


def _command():
    """Where Magpie is: what MAGPIE names, the PATH's, or the checkout's that this package lies in."""
    named = os.environ.get("MAGPIE")
    if named:
        if not os.access(named, os.X_OK):
            raise MagpieError("MAGPIE=%s: no program that can be run" % named)
        return named
    found = shutil.which("magpie")
    if found:
        return found
    checkout = pathlib.Path(__file__).resolve().parents[2] / "magpie"
    if os.access(checkout, os.X_OK):
        return str(checkout)
    raise MagpieError("there is no magpie on the PATH; set MAGPIE to where it is")


class _Server:
    def __init__(self):
        self._owner = os.getpid()
        self._said = collections.deque(maxlen=20)
        # A group of its own, so that Ctrl-C reaches Python alone, which then ends the server.
        self._process = subprocess.Popen(
            [_command(), "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        with self._process.stderr:
            for line in self._process.stderr:
                self._said.append(line.decode(errors="replace").rstrip())

    def alive(self):
        return self._owner == os.getpid() and self._process.poll() is None

    def ask(self, arguments):
        request = json.dumps({"arguments": arguments}) + "\n"
        try:
            self._process.stdin.write(request.encode())
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = b""
        except BaseException:  # KeyboardInterrupt: the answer would be taken for the next one's.
            self.end(patient=False)
            raise
        if not answer.endswith(b"\n"):
            status = self.end()
            said = "; ".join(self._said) or "it said nothing"
            raise MagpieError("the Magpie process ended with status %s: %s" % (status, said))
        try:
            answer = json.loads(answer)
            return answer["status"], answer["out"], answer["err"]
        except (ValueError, TypeError, KeyError):
            self.end(patient=False)
            raise MagpieError("%s is no Magpie: it says %r" % (self._process.args[0], answer)) from None

    def leave(self):
        """Lets go of the parent's server, which else would wait for the end of its children, too."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if not pipe.closed:
                os.dup2(nothing, pipe.fileno(), inheritable=False)
        os.close(nothing)

    def end(self, patient=True):
        if self._owner != os.getpid():
            return None
        try:
            self._process.stdin.close()
        except OSError:
            pass
        if not patient:
            self._process.terminate()
        try:
            return self._process.wait(10 if patient else 3)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            self._process.stdout.close()


_lock = threading.Lock()
_server = None


def _forked():
    """A child has no server yet, and no thread that holds the lock."""
    global _lock, _server
    _lock = threading.Lock()
    if _server is not None:
        _server.leave()
    _server = None


os.register_at_fork(after_in_child=_forked)


def _ended():
    if _server is not None:
        _server.end()


atexit.register(_ended)


def answer(*arguments):
    """Runs a command in the process behind, and gives what it writes, and lines of what it notes.

    What is wrong with it is raised.
    """
    global _server
    arguments = [os.fspath(each) if isinstance(each, os.PathLike) else str(each) for each in arguments]
    with _lock:
        if _server is None or not _server.alive():
            if _server is not None:
                _server.end()
            _server = _Server()
        status, out, err = _server.ask(arguments)
    lines = [line[len("magpie: ") :] if line.startswith("magpie: ") else line for line in err.splitlines()]
    if status != 0:
        raise MagpieError("\n".join(lines) or "status %d" % status)
    return out, lines


def run(*arguments):
    """The same, with warnings of what is noted, as if the caller of the package had been told."""
    out, lines = answer(*arguments)
    for line in lines:
        warnings.warn(line, stacklevel=3)
    return out
