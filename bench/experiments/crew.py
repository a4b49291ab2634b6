"""The solvers of one worker, all on its core, each started when it is first needed."""
from racing.ours import Ours
from racing.rivals import Rival
from racing.room import Room
from racing.standing import OURS


class Crew:
    """Solvers by name."""

    def __init__(self, setting, core):
        self.setting, self.room = setting, Room(core, setting.memory << 30)
        self.started = {}

    def solver(self, name):
        if name not in self.started:
            self.started[name] = self._start(name)
        return self.started[name]

    def ours(self):
        return self.solver(OURS)

    def close(self):
        for solver in self.started.values():
            solver.close()

    def _start(self, name):
        if name == OURS:
            return Ours(name, self.setting.program, self.setting.version, self.room)
        return Rival(name, self.setting.venv, self.room, False)
