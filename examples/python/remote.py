"""An agent for the adapter `remote` with the standard library of Python: it fetches its work.

Waits for wake-ups with its agent key, takes one, hands its work to `heartbeat.py` beside it, with the
variables of the run, and reports the end. With AGENT_RUNS it exits after so many runs.
"""

import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

URL = os.environ.get("SERVICE_API_URL")
KEY = os.environ.get("AGENT_KEY")
RUNS = int(os.environ.get("AGENT_RUNS", "0"))
WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "heartbeat.py")
WAIT_SECONDS = 55
# Three fit into the lease of a run.
BEAT_SECONDS = 15
PAUSE_SECONDS = 2


def call(method, path, body=None):
    request = urllib.request.Request(
        f"{URL}/api/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=WAIT_SECONDS + 15) as answer:
        return json.load(answer)


def take():
    """The answer to a taken wake-up with `run` and `variables`, or None where there is none."""
    for wake in call("GET", f"agents/me/wakes?wait={WAIT_SECONDS}"):
        try:
            return call("POST", f"agents/me/wakes/{wake['id']}/ack")
        except urllib.error.HTTPError as refusal:
            if refusal.code != 409:  # 409: another process of this agent was faster.
                raise
    return None


def beat(run, worker, over):
    """Sends keep-alives until the run is over; one that says `stop` ends the work."""
    while not over.wait(BEAT_SECONDS):
        try:
            if call("POST", f"heartbeat-runs/{run}/beat", {})["stop"]:
                worker.terminate()
        except urllib.error.URLError as error:
            print(error, file=sys.stderr)  # The next one makes up for it.


def carry_out(taken):
    run = taken["run"]["id"]
    environment = {**os.environ, **taken["variables"]}
    environment.pop("AGENT_KEY")  # The work has the token of its run.
    worker = subprocess.Popen(
        [sys.executable, WORKER], env=environment, stdout=subprocess.PIPE, text=True
    )
    over = threading.Event()
    threading.Thread(target=beat, args=(run, worker, over), daemon=True).start()
    said, _ = worker.communicate()
    over.set()
    status = "succeeded" if worker.returncode == 0 else "failed"
    end = {"status": status, "resultSummary": said.splitlines()[0] if said else ""}
    call("POST", f"heartbeat-runs/{run}/finish", end)
    print(f"{run} {status}", flush=True)


def main():
    if not URL or not KEY:
        print("SERVICE_API_URL and AGENT_KEY have to be set", file=sys.stderr)
        return 2
    done = 0
    while RUNS == 0 or done < RUNS:
        try:
            taken = take()
            if taken:
                carry_out(taken)
                done += 1
        except urllib.error.HTTPError as refusal:
            if refusal.code in (401, 403):
                print(f"the key is refused: {refusal.read().decode()}", file=sys.stderr)
                return 3
            time.sleep(PAUSE_SECONDS)
        except urllib.error.URLError:
            time.sleep(PAUSE_SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
