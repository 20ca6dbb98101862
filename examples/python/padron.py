"""A client of Padrón's API, with the standard library alone: a token, pages of lists, and the pace that the service asks
for. Python 3.11 or newer."""

import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

TRIES = 5
ANSWER_WITHIN_SECONDS = 60
ROWS_A_PAGE = 1000


class PadronError(Exception):
    """An answer that is not the wanted one, in the API's own words."""

    def __init__(self, status, problem):
        lines = [f"{status}: {problem.get('title', 'Respuesta inesperada')}"]
        lines += [f"  {error['path']}: {error['message']}" for error in problem.get("errors", [])]
        super().__init__("\n".join(lines))
        self.status = status


def read_problem(response):
    try:
        problem = json.load(response)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}


def seconds_without_calls(headers):
    """Seconds to wait before the next call: those of `RateLimit: "token";r=<left>;t=<seconds>` with none left."""
    found = re.search(r"r=(\d+);t=(\d+)", headers.get("RateLimit", ""))
    return int(found[2]) if found and found[1] == "0" else 0


class Padron:
    def __init__(self, base, token):
        """base: the installation, https://padron.ejemplo.mx"""
        self.base = base
        self.token = token
        self.wait_seconds = 0

    def call(self, method, path, query=None, body=None):
        """Calls again what was refused for now: it was not done."""
        url = urllib.parse.urljoin(self.base, f"{path}?{urllib.parse.urlencode(query or {})}")
        headers = {"Authorization": f"Bearer {self.token}"}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        for attempt in range(1, TRIES + 1):
            time.sleep(self.wait_seconds)
            try:
                with urllib.request.urlopen(request, timeout=ANSWER_WITHIN_SECONDS) as response:
                    self.wait_seconds = seconds_without_calls(response.headers)
                    return json.load(response)
            except urllib.error.HTTPError as error:
                # Too many calls, or a moment in which it cannot answer: it says when to come back.
                if error.code not in (429, 503) or attempt == TRIES:
                    raise PadronError(error.code, read_problem(error)) from None
                self.wait_seconds = int(error.headers.get("Retry-After", attempt))
            except OSError as error:
                raise RuntimeError(f"No se pudo llegar a {self.base}: {getattr(error, 'reason', error)}") from None

    def get(self, path, **query):
        return self.call("GET", path, query)

    def post(self, path, body):
        return self.call("POST", path, body=body)

    def pages(self, list_name, **query):
        """A list's pages: `vehicles`, `debts`, `obligations`, `checks`, `documents`, `deletions`."""
        cursor = {}
        while cursor is not None:
            page = self.get(f"/api/v3/{list_name}", **{"limit": ROWS_A_PAGE, **query, **cursor})
            yield page
            cursor = {"cursor": page["next"]} if page["next"] else None

    def rows(self, list_name, **query):
        for page in self.pages(list_name, **query):
            yield from page["data"]


def run(work):
    """Runs a program's work with the client of the environment: its result is the exit code, None is 0. What goes wrong is
    one message and exit code 1."""
    try:
        base, token = os.environ.get("PADRON_URL"), os.environ.get("PADRON_TOKEN")
        if not base or not token:
            raise RuntimeError("Defina PADRON_URL y PADRON_TOKEN")
        sys.exit(work(Padron(base, token)))
    except (PadronError, RuntimeError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(1)
