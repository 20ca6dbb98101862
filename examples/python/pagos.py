"""Marks as paid the debts of a file of payments: python3 pagos.py pagos.csv resultado.csv [--ensayo]

The result has each line of the file with its answer. What is marked already stays as it is: it may run again. With
--ensayo it marks nothing. Exit code 0: all lines are well; 2: some are not; 1: it could not go on."""

import re
import sys
from contextlib import closing
from datetime import date, datetime, timezone

from archivo import Result, by_column, cells_of, column_of, day_of, parse_table, read_text
from padron import PadronError, run

# The names of a column, without accents, spaces and signs.
COLUMNS = {
    "plate": "placa placas matricula",
    "customId": "economico numeroeconomico numeconomico noeconomico identificador unidad",
    "debt": "adeudo idadeudo iddeladeudo iddeladeuda debtid",
    "folio": "folio clave folioadeudo comparendo numerocomparendo numerodecomparendoresolucion infraccion resolucion",
    "amount": "monto total totalmxn totalcop importe valor montopagado importepagado valorpagado",
    "day": "fecha fechapago fechadepago",
}

OUTCOMES = ["pagada", "se marcaría", "ya estaba pagada", "no existe", "el monto no coincide", "rechazada"]
WELL = OUTCOMES[:3]

AMOUNTS = [
    r"[0-9]+([.,][0-9]{1,2})?",
    r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(\.[0-9]{1,2})?",
    r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+(,[0-9]{1,2})?",
]


def cents_of(written):
    """`1,234.50`, `1.234,50`, `$1 234.5` or `1234` → cents; 0: it is no amount."""
    amount = re.sub(r"^\$|\s", "", written)
    found = next(filter(None, (re.fullmatch(form, amount) for form in AMOUNTS)), None)
    if not found or len(amount) > 20:
        return 0
    decimals = found[1] or ""
    whole = re.sub(r"[.,]", "", amount[: len(amount) - len(decimals)])
    return int(whole) * 100 + int(f"{decimals[1:]:0<2}")


def money(cents):
    return f"{cents // 100}.{cents % 100:02}"


def fault_of(payment):
    """Why nothing is asked about a row; '' where it can be."""
    if not payment["plate"] and not payment["customId"]:
        return "falta la placa o el número económico"
    if not payment["debt"] and not payment["folio"]:
        return "falta el folio"
    if not payment["amount"]:
        return "falta el monto"
    if cents_of(payment["amount"]) == 0:
        return "el monto no es un importe"
    if not payment["day"]:
        return ""
    paid_on = day_of(payment["day"])
    if paid_on is None:
        return "la fecha no es un día"
    return "la fecha todavía no llega" if paid_on > date.today().isoformat() else ""


def normal(text):
    return re.sub(r"\s+", " ", (text or "").strip()).upper()


DEBT_FIELDS = "vehicleId,resourceId,debtKey,folio,status,total,markedPaidAt,endedAt"


class Reader:
    """Vehicles and debts are read once for all lines of a vehicle."""

    def __init__(self, client):
        self.client = client
        self.known_vehicles = {}
        self.known_debts = {}

    def vehicles(self, payment):
        query = {"plate": payment["plate"], "customId": payment["customId"]}
        key = tuple(query.values())
        if key not in self.known_vehicles:
            given = {name: value for name, value in query.items() if value}
            self.known_vehicles[key] = list(self.client.rows("vehicles", fields="id", **given))
        return self.known_vehicles[key]

    def debts(self, vehicle):
        key = vehicle["id"]
        if key not in self.known_debts:
            self.known_debts[key] = list(self.client.rows("debts", fields=DEBT_FIELDS, vehicle_id=key))
        return self.known_debts[key]


def is_marked(debt):
    return debt["markedPaidAt"] is not None


def cents_owed(debt):
    return None if debt["total"] is None else round(debt["total"] * 100)


def same_folio(debts, written):
    folio = normal(written)
    return [
        debt
        for debt in debts
        if debt["id"] == written or normal(debt["debtKey"]) == folio or normal(debt["folio"]) == folio
    ]


def answer_of_ended(ended):
    """Of debts that their sources no longer list, those of one folio."""
    if not ended:
        return "no existe", "el vehículo no tiene un adeudo con ese folio", ""
    paid = [debt for debt in ended if debt["status"] == "paid"]
    debt = (paid or ended)[0]
    detail = f"la fuente dejó de cobrarlo el {debt['endedAt'][:10]}"
    return "ya estaba pagada" if paid else "no existe", detail, debt["id"]


def choose_debt(found, cents):
    """The debt to mark, and why there is none. Several sources may list one folio: then the amount says which it is."""
    open_debts = [debt for debt in found if debt["status"] == "open"]
    if not open_debts:
        return None, answer_of_ended(found)
    exact = [debt for debt in open_debts if cents_owed(debt) == cents]
    candidates = exact if len(open_debts) > 1 and exact else open_debts
    debt = candidates[0]
    debt_id = debt["id"] if len(candidates) == 1 else ""
    if all(map(is_marked, candidates)):
        return None, ("ya estaba pagada", f"se marcó el {debt['markedPaidAt'][:10]}", debt_id)
    amounts = [cents_owed(each) for each in candidates]
    if all(owed is not None and owed != cents for owed in amounts):
        return None, ("el monto no coincide", f"se deben {' o '.join(map(money, amounts))}", debt_id)
    ids = ", ".join(each["id"] for each in candidates)
    several = f"varios adeudos tienen ese folio: escriba como folio el id de uno ({ids})"
    return (debt, None) if debt_id else (None, ("rechazada", several, ""))


def pay(client, reader, payment, is_rehearsal):
    vehicles = reader.vehicles(payment)
    if not vehicles:
        return "no existe", "no hay un vehículo así", ""
    debts = [debt for vehicle in vehicles for debt in reader.debts(vehicle)]
    debt, answer = choose_debt(same_folio(debts, payment["debt"] or payment["folio"]), cents_of(payment["amount"]))
    if debt is None:
        return answer
    if not is_rehearsal:
        body = {"resourceId": debt["resourceId"], "debtKey": debt["debtKey"], "paid": True}
        client.post(f"/sapy/v2/{debt['vehicleId']}/paid", body)
    debt["markedPaidAt"] = datetime.now(timezone.utc).isoformat()
    detail = "la fuente no da su monto" if debt["total"] is None else ""
    return "se marcaría" if is_rehearsal else "pagada", detail, debt["id"]


def answer_line(client, reader, table, row, is_rehearsal):
    if len(row) > len(table.header):
        return "rechazada", "tiene más celdas que el encabezado", ""
    payment = by_column(zip(table.header, cells_of(table, row)), COLUMNS)
    fault = fault_of(payment)
    if fault:
        return "rechazada", fault, ""
    try:
        return pay(client, reader, payment, is_rehearsal)
    except PadronError as error:
        # The API says no of this line alone: the next may be well.
        if error.status in (400, 404, 409, 422):
            return "rechazada", re.sub(r"\s*\n\s*", " ", str(error)), ""
        raise


def read_payments(file):
    table = parse_table(read_text(file))
    columns = {column_of(heading, COLUMNS) for heading in table.header}
    for any_of, name in (
        ({"plate", "customId"}, "placa o económico"),
        ({"folio", "debt"}, "folio"),
        ({"amount"}, "monto"),
    ):
        if not columns & any_of:
            raise RuntimeError(f"Falta la columna {name}")
    return table


def pay_file(client):
    file, result_file, *options = sys.argv[1:] if len(sys.argv) > 2 else [None, None]
    if not file or options not in ([], ["--ensayo"]):
        raise RuntimeError("Uso: python3 pagos.py pagos.csv resultado.csv [--ensayo]")
    table = read_payments(file)
    reader = Reader(client)
    outcomes = []
    with closing(Result(result_file, file)) as result:
        result.mark()
        result.row([*table.header, "resultado", "detalle", "adeudo"], table.separator)
        for row in table.rows:
            outcome, detail, debt_id = answer_line(client, reader, table, row, bool(options))
            result.row([*cells_of(table, row), outcome, detail, debt_id], table.separator)
            outcomes.append(outcome)
    counted = [f"{name}: {outcomes.count(name)}" for name in OUTCOMES if name in outcomes]
    print(", ".join(counted) or "ningún pago")
    return 0 if all(outcome in WELL for outcome in outcomes) else 2


run(pay_file)
