// Whether vehicles may go: node viajes.ts viajes.csv resultado.csv [--revisa robo,seguro,rtm,placa]
// Reads trips that are about to begin, as CSV or as JSON lines, and writes each with what the sources say of its
// vehicle. What nobody answered, or is no longer valid, is «sin respuesta», never clear. Without --revisa it looks at
// all that the company's country has. Exit code 0: all may go; 2: some may not; 1: it could not go on.
import { byColumn, columnOf, dayOf, openResult, parseTable, readText } from './archivo.ts'
import { type Padron, type Row, run } from './padron.ts'

/** The names of a column, without accents, spaces and signs. */
const COLUMNS = {
  plate: 'placa placas matricula plate licenseplate',
  customId: 'economico numeroeconomico numeconomico noeconomico identificador unidad customid unit',
  departure: 'salida fechasalida horasalida departure departureat departuretime',
}
type Trip = Record<keyof typeof COLUMNS, string>

/** The API's `resourceTypeId`, and its `statusId` with which a vehicle may go and may not. Any other is no answer. */
const CHECKS = {
  robo: { typeId: 4, clear: [5], bad: [4] },
  seguro: { typeId: 5, clear: [6], bad: [8] },
  rtm: { typeId: 12, clear: [22, 26], bad: [23] },
  placa: { typeId: 14, clear: [27], bad: [28] },
}
type CheckType = (typeof CHECKS)[keyof typeof CHECKS]
const NEVER_ANSWERED = -1
const STATUSES: Record<string, string> = {
  4: 'Con reporte de robo',
  5: 'Sin reporte de robo',
  6: 'Con seguro vigente',
  8: 'Sin seguro vigente',
  10: 'El vehículo no existe',
  11: 'No registrado',
  12: 'Cambio de placa',
  13: 'Requiere intervención manual',
  15: 'Caso desconocido',
  18: 'Credenciales inválidas',
  22: 'RTM vigente',
  23: 'RTM vencida o sin registro',
  26: 'No requiere RTM',
  27: 'Placa vigente',
  28: 'Placa vencida',
  29: 'Placa inactiva',
}

type Verdict = 'sí' | 'no' | 'sin respuesta'
type Check = {
  revision: string
  resultado: Verdict
  /** What the last answer says, valid or not. */
  dice: string | null
  fuente: string | null
  respondio: string | null
  horas: number | null
  vigente: boolean
  vigenteHasta: string | null
  vence: string | null
}
type Answer = { puedeSalir: Verdict | 'rechazada'; detalle: string; revisiones: Check[] }
type Wanted = readonly { name: string; type: CheckType }[]

const statusText = (statusId: number): string | null =>
  statusId === NEVER_ANSWERED ? null : (STATUSES[statusId] ?? `Estatus ${statusId}`)

const HOUR_MS = 3_600_000
const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** What one source says. */
const checkOf = (
  { name, type }: Wanted[number],
  row: Row,
  obligations: readonly Row[],
  departureDay: string,
): Check => {
  const { statusId, source, answeredAt, freshUntil, resourceId } = row
  const status = Number(statusId)
  const now = Date.now()
  const dueOn = text(obligations.find((each) => each.resourceId === resourceId && each.kind !== 'payment')?.dueOn)
  const isValid = answeredAt !== null && freshUntil !== null && Date.parse(String(freshUntil)) > now
  const isClear = type.clear.includes(status)
  const isExpiring = isClear && dueOn !== null && dueOn < departureDay
  const verdict = type.bad.includes(status) || isExpiring ? 'no' : isClear ? 'sí' : 'sin respuesta'
  return {
    revision: name,
    resultado: isValid ? verdict : 'sin respuesta',
    dice: statusText(status),
    fuente: text(source),
    respondio: text(answeredAt),
    horas: answeredAt === null ? null : Math.max(0, Math.floor((now - Date.parse(String(answeredAt))) / HOUR_MS)),
    vigente: isValid,
    vigenteHasta: text(freshUntil),
    vence: dueOn,
  }
}

/** Of several sources: what stops the vehicle, then an answer that is not clear, then what lets it go. */
const rank = (check: Check): number => {
  if (check.resultado === 'no') return 0
  if (check.resultado === 'sí') return 2
  return check.vigente ? 1 : 3
}

const noAnswer = (name: string): Check => ({
  revision: name,
  resultado: 'sin respuesta',
  dice: null,
  fuente: null,
  respondio: null,
  horas: null,
  vigente: false,
  vigenteHasta: null,
  vence: null,
})

const sentence = ({ revision, resultado, dice, fuente, horas, vigente, vence }: Check): string => {
  if (horas === null) return `${revision}: sin respuesta`
  const from = `(${fuente}, hace ${horas} h)`
  if (!vigente) return `${revision}: sin respuesta vigente; la última fue «${dice}» ${from}`
  if (resultado === 'sin respuesta') return `${revision}: sin respuesta clara; dice «${dice}» ${from}`
  return `${revision}: ${dice}${vence === null ? '' : `, con vencimiento el ${vence}`} ${from}`
}

/** The types of the country, or those that were chosen, with the name that the API gives them. */
const wantedChecks = async (client: Padron, chosen: string | undefined): Promise<Wanted> => {
  const { data } = await client.get<{ data: { resources: Row[] }[] }>('/api/v2/resources')
  const resources = data.flatMap(({ resources: own }) => own)
  const names = (chosen?.split(',') ?? Object.keys(CHECKS)) as (keyof typeof CHECKS)[]
  return names.flatMap((name) => {
    const type = CHECKS[name]
    const own = resources.filter(({ resourceTypeId }) => resourceTypeId === type.typeId)
    const [first] = own.toSorted((a, b) => Number(a.resourceId) - Number(b.resourceId))
    return first || chosen ? [{ name: String(first?.resourceName ?? name), type }] : []
  })
}

const CHECK_FIELDS = 'resourceId,resourceTypeId,source,statusId,answeredAt,freshUntil'
type Vehicle = { checks: Row[]; obligations: Row[] }
const readVehicle = async (client: Padron, { plate, customId }: Trip): Promise<Vehicle | string> => {
  const query = { fields: 'id', ...(plate && { plate }), ...(customId && { customId }) }
  const vehicles = await client.rows('vehicles', query)
  const [vehicle] = vehicles
  if (!vehicle) return 'no hay un vehículo así'
  if (vehicles.length > 1) return `hay ${vehicles.length} vehículos así`
  const ofVehicle = { vehicle_id: String(vehicle.id) }
  return {
    checks: await client.rows('checks', { fields: CHECK_FIELDS, ...ofVehicle }),
    obligations: await client.rows('obligations', { fields: 'kind,resourceId,dueOn', ...ofVehicle }),
  }
}

const MOMENT = /^(\S{8,10})(?:[T ]+([01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/
/** `2026-11-30T06:30:00-06:00`, `30/11/2026 06:30` or a day: its day as it is written. */
const departureDayOf = (written: string): string | undefined => dayOf(MOMENT.exec(written)?.[1] ?? '')

const answerOf = ({ checks, obligations }: Vehicle, wanted: Wanted, departureDay: string): Answer => {
  const found = wanted.map((each) => {
    const own = checks.filter(({ resourceTypeId }) => resourceTypeId === each.type.typeId)
    const [worst] = own
      .map((row) => checkOf(each, row, obligations, departureDay))
      .toSorted((a, b) => rank(a) - rank(b))
    return worst ?? noAnswer(each.name)
  })
  const verdicts = found.map(({ resultado }) => resultado)
  const isClear = verdicts.length > 0 && verdicts.every((verdict) => verdict === 'sí')
  return {
    puedeSalir: verdicts.includes('no') ? 'no' : isClear ? 'sí' : 'sin respuesta',
    detalle: found.map(sentence).join('; '),
    revisiones: found,
  }
}

const refused = (detalle: string): Answer => ({ puedeSalir: 'rechazada', detalle, revisiones: [] })

/** Answers trips; a vehicle is read once for all of its trips. */
const answerer = (client: Padron, wanted: Wanted) => {
  const known = new Map<string, Vehicle | string>()
  return async (trip: Trip): Promise<Answer> => {
    const { plate, customId, departure } = trip
    if (plate === '' && customId === '') return refused('falta la placa o el número económico')
    if (plate.length > 20) return refused('la placa es demasiado larga')
    if (customId.length > 50) return refused('el número económico es demasiado largo')
    const departureDay = departureDayOf(departure)
    if (departureDay === undefined)
      return refused(departure === '' ? 'falta la salida' : 'la salida no es una fecha con hora')
    const key = `${plate}\n${customId}`
    const vehicle = known.get(key) ?? (await readVehicle(client, trip))
    known.set(key, vehicle)
    if (typeof vehicle === 'string') return { puedeSalir: 'sin respuesta', detalle: vehicle, revisiones: [] }
    return answerOf(vehicle, wanted, departureDay)
  }
}

type Result = ReturnType<typeof openResult>
/** `fault`: why it is no trip. */
type Line = { trip: Trip; fault?: string | undefined; write: (result: Result, answer: Answer) => void }
type Lines = { begin: (result: Result) => void; lines: Line[] }

const csvLines = (content: string): Lines => {
  const { header, rows, separator } = parseTable(content)
  const columns = header.map((heading) => columnOf(heading, COLUMNS))
  if (!columns.includes('plate') && !columns.includes('customId')) throw new Error('Falta la columna placa o económico')
  if (!columns.includes('departure')) throw new Error('Falta la columna salida')
  const lineOf = (row: readonly string[]): Line => {
    const cells = header.map((heading, i) => [heading, row[i] ?? ''] as const)
    return {
      trip: byColumn(cells, COLUMNS),
      fault: row.length > header.length ? 'tiene más celdas que el encabezado' : undefined,
      write: (result, { puedeSalir, detalle }) =>
        result.row([...cells.map(([, cell]) => cell), puedeSalir, detalle], separator),
    }
  }
  const begin = (result: Result) => {
    result.mark()
    result.row([...header, 'puede salir', 'detalle'], separator)
  }
  return { begin, lines: rows.map(lineOf) }
}

/** What a line of JSON gives, as it is; undefined: it is no object. */
const objectOf = (line: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const jsonLines = (content: string): Lines => {
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '')
  const lineOf = (line: string): Line => {
    const object = objectOf(line)
    const given = object ?? { linea: line }
    const cells = Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' || Number.isInteger(value) ? [[name, String(value).trim()] as const] : [],
    )
    return {
      trip: byColumn(cells, COLUMNS),
      fault: object ? undefined : 'no es un objeto JSON',
      write: (result, answer) => result.text(JSON.stringify({ ...given, ...answer })),
    }
  }
  return { begin: () => undefined, lines: lines.map(lineOf) }
}

const OUTCOMES = ['sí', 'no', 'sin respuesta', 'rechazada'] as const

await run(async (client) => {
  const [file, resultFile, option, chosen, ...others] = process.argv.slice(2)
  const isKnown = option === undefined || (option === '--revisa' && chosen?.split(',').every((name) => name in CHECKS))
  if (!file || !resultFile || !isKnown || others.length > 0)
    throw new Error('Uso: node viajes.ts viajes.csv resultado.csv [--revisa robo,seguro,rtm,placa]')
  const content = readText(file)
  const { begin, lines } = content.trimStart().startsWith('{') ? jsonLines(content) : csvLines(content)
  const answer = answerer(client, await wantedChecks(client, chosen))
  const outcomes: Answer['puedeSalir'][] = []
  const result = openResult(resultFile, file)
  try {
    begin(result)
    for (const { trip, fault, write } of lines) {
      const found = fault ? refused(fault) : await answer(trip)
      write(result, found)
      outcomes.push(found.puedeSalir)
    }
  } finally {
    result.close()
  }
  const counts = OUTCOMES.map((name) => ({ name, count: outcomes.filter((outcome) => outcome === name).length }))
  const counted = counts.flatMap(({ name, count }) => (count > 0 ? `${name}: ${count}` : []))
  process.stdout.write(`${counted.join(', ') || 'ningún viaje'}\n`)
  return outcomes.every((outcome) => outcome === 'sí') ? 0 : 2
})
