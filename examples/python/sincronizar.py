"""Keeps a copy of vehicles, debts and obligations in SQLite: python3 sincronizar.py copia.sqlite [--todo]

The first time it reads everything, then only what changed. Each list is one transaction: what is interrupted is read
again the next time."""

import sqlite3
import sys
from contextlib import closing

from padron import PadronError, run

# What is copied. Not `checkedAt` and `lastSeenAt`: a check that says the same is no change, so they would be old.
LISTS = {
    "vehicles": "id plate vin customId holderName stateId statusId debtTotal debtsWithoutAmount".split(),
    "debts": "id vehicleId source folio description status issuedOn total discount endedAt".split(),
    "obligations": "id vehicleId kind title dueOn amount source".split(),
}


def open_copy(file):
    copy = sqlite3.connect(file)
    copy.execute("create table if not exists sync (list primary key, complete_until not null)")
    for name, fields in LISTS.items():
        copy.execute(f"create table if not exists {name} ({', '.join(fields)}, primary key (id))")
    return copy


def complete_until(copy, name):
    row = copy.execute("select complete_until from sync where list = ?", [name]).fetchone()
    return row[0] if row else None


def copy_list(client, copy, name):
    """Returns how many rows came."""
    fields = LISTS[name]
    since = complete_until(copy, name)
    query = {"fields": ",".join(fields), **({"updated_since": since} if since else {})}
    marks = ", ".join("?" for _ in fields)
    count = 0
    with copy:
        if not since:
            copy.execute(f"delete from {name}")
        for page in client.pages(name, **query):
            rows = [[row.get(field) for field in fields] for row in page["data"]]
            copy.executemany(f"insert or replace into {name} values ({marks})", rows)
            copy.execute("insert or replace into sync values (?, ?)", [name, page["completeUntil"]])
            # What is deleted from now on is asked for the next time.
            copy.execute("insert or ignore into sync values ('deletions', ?)", [page["completeUntil"]])
            count += len(rows)
    return count


def copy_deletions(client, copy, since):
    """The last of all, so that nothing comes back that was deleted while the lists were read."""
    count = 0
    with copy:
        for page in client.pages("deletions", updated_since=since):
            for row in page["data"]:
                if row["kind"] == "debt":
                    copy.execute("delete from debts where id = ?", [row["id"]])
                if row["kind"] == "obligation":
                    copy.execute("delete from obligations where id = ?", [row["id"]])
                if row["kind"] == "vehicle":
                    # What was the vehicle's went with it, and is not said apart.
                    copy.execute("delete from vehicles where id = ?", [row["vehicleId"]])
                    copy.execute("delete from debts where vehicleId = ?", [row["vehicleId"]])
                    copy.execute("delete from obligations where vehicleId = ?", [row["vehicleId"]])
            copy.execute("update sync set complete_until = ? where list = 'deletions'", [page["completeUntil"]])
            count += len(page["data"])
    return count


def synchronise(client):
    file, *options = sys.argv[1:] or [None]
    if not file or options not in ([], ["--todo"]):
        raise RuntimeError("Uso: python3 sincronizar.py copia.sqlite [--todo]")
    with closing(open_copy(file)) as copy:
        if options:
            with copy:
                copy.execute("delete from sync")
        since = complete_until(copy, "deletions")
        try:
            vehicles, debts, obligations = (copy_list(client, copy, name) for name in LISTS)
            deletions = copy_deletions(client, copy, since) if since else 0
        except PadronError as error:
            # Deletions of so long ago are not kept, or the user sees a part of the vehicles.
            if "lea todo otra vez" in str(error):
                raise RuntimeError(f"{error}\nPara leer todo otra vez: --todo") from None
            raise
    print(f"vehículos: {vehicles}, adeudos: {debts}, vencimientos: {obligations}, eliminados: {deletions}")


run(synchronise)
