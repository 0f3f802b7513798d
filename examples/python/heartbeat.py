"""An agent for the adapter `process` with the standard library of Python: one process per heartbeat.

It reads its inbox, claims one issue, counts the words of its description, and hands it over. Exit codes:
0 after a heartbeat, also one with nothing to do; 2 for an incomplete environment; 1 for a refusal.
"""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid


def call(method, path, body=None):
    """The answer, as a dict or a list. A request whose answer is lost may be sent again with its key."""
    request = urllib.request.Request(
        f"{os.environ['SERVICE_API_URL']}/api/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['SERVICE_API_KEY']}",
            "Content-Type": "application/json",
            "Prefer": "return=minimal",
            "Idempotency-Key": str(uuid.uuid4()),
        },
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def first_issue():
    """The id of the issue that woke the agent, else of the first of its inbox, else None."""
    if os.environ.get("SERVICE_TASK_ID"):
        return os.environ["SERVICE_TASK_ID"]
    inbox = call("GET", "agents/me/inbox-lite?nulls=omit")
    return inbox[0]["id"] if inbox else None


def work(issue):
    statuses = ["todo", "blocked", "in_review", "in_progress"]
    claim = {"agentId": os.environ["SERVICE_AGENT_ID"], "expectedStatuses": statuses}
    try:
        call("POST", f"issues/{issue}/checkout", claim)
    except urllib.error.HTTPError as refusal:
        if refusal.code == 409:  # Another agent owns it, or it has ended: never try again.
            return f"{issue} is not for this run"
        raise
    shown = call("GET", f"issues/{issue}/heartbeat-context?view=compact")["issue"]
    words = len((shown.get("description") or "").split())
    comment = f"{shown['identifier']} has {words} words."
    call("PATCH", f"issues/{issue}", {"status": "in_review", "comment": comment})
    return comment


def main():
    needed = ["SERVICE_API_URL", "SERVICE_API_KEY", "SERVICE_AGENT_ID"]
    missing = [name for name in needed if not os.environ.get(name)]
    if missing:
        print(f"not set: {', '.join(missing)}", file=sys.stderr)
        return 2
    try:
        issue = first_issue()
        print(work(issue) if issue else "nothing to do")
    except urllib.error.HTTPError as refusal:
        print(f"{refusal.code}: {refusal.read().decode()}", file=sys.stderr)
        return 1
    usage = {"inputTokens": 0, "outputTokens": 0, "costCents": 0}
    print(json.dumps({"nonce": os.environ.get("SERVICE_RUN_NONCE"), "usage": usage}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
