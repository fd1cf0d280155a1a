"""A server that is killed: started by a test, it answers each request in a process that dies at the n-th step.

Steps are the statements to the database, and the moments before and after a commit. A request is a line of JSON that
names its database; the answer is a line too, or `killed`.
"""

import json
import os
import signal
import sys
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.database import jobs
from tejian.main import create_app
from tests.reader import Reader


def die_at(step: int) -> None:
    """Let this process be killed when it comes to a step."""
    taken = 0

    def count(*_told: Any, **_more: Any) -> None:
        nonlocal taken
        taken += 1
        if taken == step:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Session, "before_commit", count)
    event.listen(Session, "after_commit", count)


def answered(asked: dict[str, Any], application: Any) -> Any:
    """The answer to one request, or that a job is done."""
    if asked.get("job"):
        jobs.run(asked["job"], asked["form"])
        return "done"
    client = Reader(application, raise_server_exceptions=False)
    answer = client.post(asked["path"], params=asked["params"], data=asked["form"], headers=asked["headers"])
    return answer.json()


def main() -> None:
    """Answer what is asked on the standard input, each in a child of its own."""
    application = create_app()
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        inward, outward = os.pipe()
        if (child := os.fork()) == 0:
            kit_db.configure(asked["url"])
            die_at(asked["step"])
            os.write(outward, json.dumps(answered(asked, application)).encode())
            os._exit(0)
        os.close(outward)
        with os.fdopen(inward) as told:
            said = told.read()
        os.waitpid(child, 0)
        print(said or "killed", flush=True)


if __name__ == "__main__":
    main()
