// datos.gov.co (Socrata SODA): two open data sets by plate, with history and no status. Values are text, absent fields
// are omitted from a row, and $limit and $offset page the list. An unknown column is a 400 with a special body.
import { between, chance, digits, pick } from '../chance.ts'
import { isoDay, type Moment, toDayNumber } from '../clock.ts'
import { open } from '../credentials.ts'
import { type Answer, commonTroubles, fail, normal, ok, other, type Portal, type Query } from '../portal.ts'
import { readProviderWords } from '../provider-words.ts'
import { copIn, finesCo, transitBodies } from '../reference/fines-co.ts'
import { jsonRefusals } from '../refusals.ts'
import { withUnknownField } from '../shape.ts'
import { general } from './verifik-runt.ts'

type Row = Record<string, string>

const words = readProviderWords('datos-gov-co')
const refusal = (code: string, message: string): Answer => fail(400, { code, error: true, message })

/** `$where=upper(placa)='ABC123'` or `placa=ABC123`; a quote inside the text is doubled. */
function queriedPlate(field: (name: string) => string): string | Answer {
  const where = field('$where')
  const found = /^(?:upper\s*\(\s*)?(\w+)\s*\)?\s*=\s*'((?:[^']|'')*)'$/i.exec(where)
  if (where && !found) return refusal('query.compiler.malformed', 'Could not parse SoQL query')
  if (found && found[1] !== 'placa') return refusal('query.soql.no-such-column', `No such column: ${found[1]}`)
  return normal(found ? (found[2] ?? '') : field('placa'))
}

function ask(field: (name: string) => string): Query | Answer {
  const plate = queriedPlate(field)
  if (typeof plate !== 'string') return plate
  const [limit, offset] = [Number(field('$limit') || 1000), Number(field('$offset') || 0)]
  if (!Number.isInteger(limit) || !Number.isInteger(offset) || limit < 0 || offset < 0)
    return refusal('query.compiler.malformed', 'Invalid $limit or $offset')
  return { key: plate, plate, vin: '', part: { offset, limit: Math.min(limit, 50_000) } }
}

const pageOfRows = (rows: readonly Row[], { part = { offset: 0, limit: 1000 } }: Query): Answer =>
  ok(rows.slice(part.offset, part.offset + part.limit))

/** A historical fine, 2019 to 2024: the data set has neither later fines nor later payments. */
function fine(plate: string, n: number, paid = chance('past-paid', plate, n) < 0.7): Row {
  const year = between(2019, 2024, 'past-year', plate, n)
  const body = pick(transitBodies, 'past-body', plate, n)
  return {
    placa: plate,
    fecha_multa: `${isoDay(toDayNumber(year, 1, between(1, 365, 'past-day', plate, n)))}T00:00:00.000`,
    vigencia: String(year),
    valor_multa: String(copIn(year, pick(finesCo, 'past-code', plate, n).cop2026)),
    pagado_si_no: paid ? 'SI' : 'NO',
    ciudad: body.name,
    departamento: body.department,
  }
}

const past = (plate: string): Row[] =>
  plate && chance('past', plate) < 0.35
    ? Array.from({ length: between(1, 4, 'past-count', plate) }, (_, n) => fine(plate, n))
    : []
const one = (query: Query): Answer => pageOfRows([fine(query.plate, 0, false)], query)

const troubled = {
  name: 'datos-gov-co',
  country: 'CO',
  method: 'GET',
  allowed: open,
  ask,
  troubles: { ...commonTroubles, 'rate-limited': 0.01 },
} as const
const refusals = {
  ...jsonRefusals({}),
  unauthorized: words.error('credentials wrong'),
  'server-error': words.error('platform failed'),
  pending: words.error('still computing'),
  'out-of-service': words.error('data set withdrawn'),
  'rate-limited': (): Answer => ({ ...words.error('asked too often')(), headers: { 'retry-after': '1' } }),
  'ok-with-error': (): Answer => ok({ code: 'internal_error', error: true, message: 'Internal error' }),
  'no-rows-key': (): Answer => ok({}),
  'does-not-exist': (): Answer => ok([]),
  'not-registered': (): Answer => ok([]),
}

export const socrataFines: Portal = {
  ...troubled,
  title: 'datos.gov.co · SIMIT 2019–2024 y registro parcial de vehículos',
  path: '/socrata/resource/72nf-y4v3.json',
  answers: {
    ...refusals,
    natural: (query) => pageOfRows(past(query.plate), query),
    clean: () => ok([]),
    'one-debt': one,
    'many-debts': (query) =>
      pageOfRows(
        Array.from({ length: 250 }, (_, n) => fine(query.plate, n)),
        query,
      ),
    'other-plate': (query) => pageOfRows([fine(other(query.plate), 0)], query),
    partial: (query) => {
      const { valor_multa: _value, ciudad: _city, ...rest } = fine(query.plate, 0)
      return pageOfRows([rest], query)
    },
    drift: (query) => {
      const { valor_multa, ...rest } = fine(query.plate, 0)
      return pageOfRows([{ ...rest, valor: valor_multa ?? '' }], query)
    },
    paid: (query) => pageOfRows([fine(query.plate, 0, false), fine(query.plate, 1, true)], query),
    'unknown-field': (query) => withUnknownField(one(query), '0'),
  },
}

function vehicle(plate: string, moment: Moment): Row {
  const known = general(plate, moment)
  return {
    placa: plate,
    clase: known.claseVehiculo,
    marca: known.marca,
    modelo: known.modelo,
    servicio: known.tipoServicio.toUpperCase(),
    cilindraje: known.cilindraje,
  }
}

const found = (query: Query, moment: Moment): Answer => pageOfRows([vehicle(query.plate, moment)], query)

export const socrataFleet: Portal = {
  ...troubled,
  title: 'datos.gov.co · Registro parcial de vehículos',
  path: '/socrata/resource/g7i9-xkxz.json',
  answers: {
    ...refusals,
    // A partial register, probably of one municipality.
    natural: (query, moment) =>
      query.plate && Number(digits(2, 'in-set', query.plate)) < 60 ? found(query, moment) : ok([]),
    clean: found,
    'one-debt': found,
    'other-plate': (query, moment) => pageOfRows([vehicle(other(query.plate), moment)], query),
    partial: (query, moment) => {
      const { cilindraje: _size, servicio: _service, ...rest } = vehicle(query.plate, moment)
      return pageOfRows([rest], query)
    },
    drift: (query, moment) => {
      const { marca, ...rest } = vehicle(query.plate, moment)
      return pageOfRows([{ ...rest, fabricante: marca ?? '' }], query)
    },
    'unknown-field': (query, moment) => withUnknownField(found(query, moment), '0'),
  },
}
