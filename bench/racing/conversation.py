"""A helper process that answers lines of JSON with lines of JSON."""
import json
import os
import subprocess
import tempfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent


class Conversation:
    """Started at once, spoken to with `ask`, ended with `close`."""

    def __init__(self, command, environment=None):
        environment = {**os.environ, "PYTHONPATH": str(BENCH), **(environment or {})}
        self.complaints = tempfile.TemporaryFile("w+")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self.complaints}
        self.process = subprocess.Popen(command, env=environment, text=True, **pipes)

    def listen(self):
        """The next answer."""
        line = self.process.stdout.readline()
        if not line:
            code = self.process.wait()
            self.complaints.seek(0)
            raise RuntimeError(f"{self.process.args} ended with {code}: {self.complaints.read()}")
        return json.loads(line)

    def ask(self, question):
        """Asks and waits for the answer."""
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return self.listen()

    def close(self):
        self.process.stdin.close()
        self.process.wait()
