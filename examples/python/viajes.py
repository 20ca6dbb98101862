"""Whether vehicles may go: python3 viajes.py viajes.csv resultado.csv [--revisa robo,seguro,rtm,placa]

Reads trips that are about to begin, as CSV or as JSON lines, and writes each with what the sources say of its vehicle.
What nobody answered, or is no longer valid, is «sin respuesta», never clear. Without --revisa it looks at all that the
company's country has. Exit code 0: all may go; 2: some may not; 1: it could not go on."""

import json
import re
import sys
from contextlib import closing
from datetime import datetime, timezone

from archivo import Result, by_column, cells_of, column_of, day_of, parse_table, read_text
from padron import run

# The names of a column, without accents, spaces and signs.
COLUMNS = {
    "plate": "placa placas matricula plate licenseplate",
    "customId": "economico numeroeconomico numeconomico noeconomico identificador unidad customid unit",
    "departure": "salida fechasalida horasalida departure departureat departuretime",
}

# The API's `resourceTypeId`, and its `statusId` with which a vehicle may go and may not. Any other is no answer.
CHECKS = {
    "robo": {"type_id": 4, "clear": [5], "bad": [4]},
    "seguro": {"type_id": 5, "clear": [6], "bad": [8]},
    "rtm": {"type_id": 12, "clear": [22, 26], "bad": [23]},
    "placa": {"type_id": 14, "clear": [27], "bad": [28]},
}
NEVER_ANSWERED = -1
STATUSES = {
    4: "Con reporte de robo",
    5: "Sin reporte de robo",
    6: "Con seguro vigente",
    8: "Sin seguro vigente",
    10: "El vehículo no existe",
    11: "No registrado",
    12: "Cambio de placa",
    13: "Requiere intervención manual",
    15: "Caso desconocido",
    18: "Credenciales inválidas",
    22: "RTM vigente",
    23: "RTM vencida o sin registro",
    26: "No requiere RTM",
    27: "Placa vigente",
    28: "Placa vencida",
    29: "Placa inactiva",
}


def status_text(status):
    return None if status == NEVER_ANSWERED else STATUSES.get(status, f"Estatus {status}")


def check(name, result, says=None, source=None, answered=None, hours=None, valid=False, until=None, due=None):
    return {
        "revision": name,
        "resultado": result,
        "dice": says,
        "fuente": source,
        "respondio": answered,
        "horas": hours,
        "vigente": valid,
        "vigenteHasta": until,
        "vence": due,
    }


def due_day(obligations, resource):
    own = [each for each in obligations if each["resourceId"] == resource and each["kind"] != "payment"]
    return own[0]["dueOn"] if own else None


def check_of(name, check_type, row, obligations, departure_day):
    """What one source says."""
    status, answered, until = row["statusId"], row["answeredAt"], row["freshUntil"]
    now = datetime.now(timezone.utc)
    due = due_day(obligations, row["resourceId"])
    is_valid = bool(answered and until) and datetime.fromisoformat(until) > now
    is_clear = status in check_type["clear"]
    is_expiring = is_clear and due is not None and due < departure_day
    verdict = "no" if status in check_type["bad"] or is_expiring else "sí" if is_clear else "sin respuesta"
    hours = max(0, int((now - datetime.fromisoformat(answered)).total_seconds() // 3600)) if answered else None
    result = verdict if is_valid else "sin respuesta"
    return check(name, result, status_text(status), row["source"], answered, hours, is_valid, until, due)


def rank(found):
    """Of several sources: what stops the vehicle, then an answer that is not clear, then what lets it go."""
    if found["resultado"] == "no":
        return 0
    if found["resultado"] == "sí":
        return 2
    return 1 if found["vigente"] else 3


def sentence(found):
    name, says = found["revision"], found["dice"]
    if found["horas"] is None:
        return f"{name}: sin respuesta"
    source = f"({found['fuente']}, hace {found['horas']} h)"
    if not found["vigente"]:
        return f"{name}: sin respuesta vigente; la última fue «{says}» {source}"
    if found["resultado"] == "sin respuesta":
        return f"{name}: sin respuesta clara; dice «{says}» {source}"
    expires = f", con vencimiento el {found['vence']}" if found["vence"] else ""
    return f"{name}: {says}{expires} {source}"


def wanted_checks(client, chosen):
    """The types of the country, or those that were chosen, with the name that the API gives them."""
    data = client.get("/api/v2/resources")["data"]
    resources = [resource for state in data for resource in state["resources"]]
    wanted = []
    for name in chosen or CHECKS:
        check_type = CHECKS[name]
        own = [resource for resource in resources if resource["resourceTypeId"] == check_type["type_id"]]
        if own:
            wanted.append((min(own, key=lambda each: each["resourceId"])["resourceName"], check_type))
        elif chosen:
            wanted.append((name, check_type))
    return wanted


CHECK_FIELDS = "resourceId,resourceTypeId,source,statusId,answeredAt,freshUntil"


def read_vehicle(client, trip):
    """Its checks and obligations, or why there are none."""
    given = {name: trip[name] for name in ("plate", "customId") if trip[name]}
    vehicles = list(client.rows("vehicles", fields="id", **given))
    if not vehicles:
        return "no hay un vehículo así"
    if len(vehicles) > 1:
        return f"hay {len(vehicles)} vehículos así"
    vehicle_id = vehicles[0]["id"]
    checks = list(client.rows("checks", fields=CHECK_FIELDS, vehicle_id=vehicle_id))
    return checks, list(client.rows("obligations", fields="kind,resourceId,dueOn", vehicle_id=vehicle_id))


MOMENT = re.compile(
    r"(\S{8,10})(?:[T ]+([01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)


def departure_day_of(written):
    """`2026-11-30T06:30:00-06:00`, `30/11/2026 06:30` or a day: its day as it is written."""
    found = MOMENT.fullmatch(written)
    return day_of(found[1]) if found else None


def answer_of(vehicle, wanted, departure_day):
    checks, obligations = vehicle
    found = []
    for name, check_type in wanted:
        rows = [row for row in checks if row["resourceTypeId"] == check_type["type_id"]]
        own = [check_of(name, check_type, row, obligations, departure_day) for row in rows]
        found.append(min(own, key=rank) if own else check(name, "sin respuesta"))
    verdicts = [each["resultado"] for each in found]
    is_clear = bool(verdicts) and all(verdict == "sí" for verdict in verdicts)
    return {
        "puedeSalir": "no" if "no" in verdicts else "sí" if is_clear else "sin respuesta",
        "detalle": "; ".join(map(sentence, found)),
        "revisiones": found,
    }


def without_checks(verdict, detail):
    return {"puedeSalir": verdict, "detalle": detail, "revisiones": []}


class Answerer:
    """Answers trips; a vehicle is read once for all of its trips."""

    def __init__(self, client, wanted):
        self.client = client
        self.wanted = wanted
        self.known = {}

    def answer(self, trip):
        plate, custom_id, departure = trip["plate"], trip["customId"], trip["departure"]
        if not plate and not custom_id:
            return without_checks("rechazada", "falta la placa o el número económico")
        if len(plate) > 20:
            return without_checks("rechazada", "la placa es demasiado larga")
        if len(custom_id) > 50:
            return without_checks("rechazada", "el número económico es demasiado largo")
        departure_day = departure_day_of(departure)
        if departure_day is None:
            return without_checks(
                "rechazada", "la salida no es una fecha con hora" if departure else "falta la salida"
            )
        key = (plate, custom_id)
        if key not in self.known:
            self.known[key] = read_vehicle(self.client, trip)
        vehicle = self.known[key]
        if isinstance(vehicle, str):
            return without_checks("sin respuesta", vehicle)
        return answer_of(vehicle, self.wanted, departure_day)


class CsvTrips:
    def __init__(self, content):
        self.table = parse_table(content)
        columns = {column_of(heading, COLUMNS) for heading in self.table.header}
        if not columns & {"plate", "customId"}:
            raise RuntimeError("Falta la columna placa o económico")
        if "departure" not in columns:
            raise RuntimeError("Falta la columna salida")
        self.lines = self.table.rows

    def begin(self, result):
        result.mark()
        result.row([*self.table.header, "puede salir", "detalle"], self.table.separator)

    def trip(self, row):
        """The trip, and why it is none."""
        fault = "tiene más celdas que el encabezado" if len(row) > len(self.table.header) else None
        return by_column(zip(self.table.header, cells_of(self.table, row)), COLUMNS), fault

    def write(self, result, row, answer):
        cells = [*cells_of(self.table, row), answer["puedeSalir"], answer["detalle"]]
        result.row(cells, self.table.separator)


def object_of(line):
    """What a line of JSON gives, as it is; None: it is no object."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


class JsonTrips:
    def __init__(self, content):
        self.lines = [line for line in re.split(r"\r?\n", content) if line.strip()]

    def begin(self, result):
        pass

    def trip(self, line):
        given = object_of(line)
        cells = [
            (name, str(value).strip())
            for name, value in (given or {}).items()
            if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
        ]
        return by_column(cells, COLUMNS), "no es un objeto JSON" if given is None else None

    def write(self, result, line, answer):
        given = object_of(line)
        whole = {**({"linea": line} if given is None else given), **answer}
        result.text(json.dumps(whole, ensure_ascii=False, separators=(",", ":")))


OUTCOMES = ["sí", "no", "sin respuesta", "rechazada"]
USAGE = "Uso: python3 viajes.py viajes.csv resultado.csv [--revisa robo,seguro,rtm,placa]"


def answer_file(client):
    file, result_file, *options = sys.argv[1:] if len(sys.argv) > 2 else [None, None]
    chosen = options[1].split(",") if len(options) == 2 and options[0] == "--revisa" else []
    if not file or (options and not chosen) or not all(name in CHECKS for name in chosen):
        raise RuntimeError(USAGE)
    content = read_text(file)
    trips = JsonTrips(content) if content.lstrip().startswith("{") else CsvTrips(content)
    answerer = Answerer(client, wanted_checks(client, chosen))
    outcomes = []
    with closing(Result(result_file, file)) as result:
        trips.begin(result)
        for line in trips.lines:
            trip, fault = trips.trip(line)
            answer = without_checks("rechazada", fault) if fault else answerer.answer(trip)
            trips.write(result, line, answer)
            outcomes.append(answer["puedeSalir"])
    counted = [f"{name}: {outcomes.count(name)}" for name in OUTCOMES if name in outcomes]
    print(", ".join(counted) or "ningún viaje")
    return 0 if all(outcome == "sí" for outcome in outcomes) else 2


run(answer_file)
