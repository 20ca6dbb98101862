// Lists of policies or certificates → findings. A row is in force if it says so and its last day has not passed; a row
// with a past day needs no such word. A row that is neither in force nor marked as ended is a changed answer.
import { type ResourceTypeId, statusTone } from '@padron/contract/resources'
import type { Finding, Subject } from '../connector.ts'
import { remark } from '../parsing/payables.ts'
import { sameIdentifier } from '../parsing/text.ts'
import { holds } from './conditions.ts'
import type { Certificates } from './definition.ts'
import { PLATE_CHANGED } from './statuses.ts'
import { Changed, dateAt, rowsAt, textAt } from './values.ts'

type State = 'inForce' | 'lapsed' | 'notRequired'
type Row = { row: object; state: State; last: string }

const day = (row: object, path: NonNullable<Certificates['from']>): string => dateAt(row, path)?.slice(0, 10) ?? ''

function stateOf({ name, inForce, ended, from, until }: Certificates, row: object, today: string): State {
  const last = day(row, until)
  if (last !== '' && last < today) return 'lapsed'
  if (ended && holds(ended, row) === true) return 'lapsed'
  if (holds(inForce, row) !== true) throw new Changed(`La fuente trae en «${name}» una fila que no se reconoce.`)
  const first = from === undefined ? today : day(row, from)
  if (last === '' || first === '') throw new Changed(`A una fila de «${name}» le falta su vigencia.`)
  return first <= today ? 'inForce' : 'lapsed'
}

function readRow(all: Certificates, row: object, today: string): Row[] {
  const counts = all.only === undefined ? true : holds(all.only, row)
  // A row without its kind may say that none is required; a row of another kind is no information about this one.
  const mayBe = counts === true || (all.only?.every(({ path }) => textAt(row, path) === null) ?? false)
  if (mayBe && all.notRequired && holds(all.notRequired, row) === true) return [{ row, state: 'notRequired', last: '' }]
  if (counts === undefined) throw new Changed(`A una fila de «${all.name}» le falta el dato que dice qué es.`)
  return counts ? [{ row, state: stateOf(all, row, today), last: day(row, all.until) }] : []
}

const newest = (rows: readonly Row[]): Row | undefined => rows.toSorted((a, b) => b.last.localeCompare(a.last))[0]

/** @param isAlone the list has no other rows @returns undefined if no row is about the type */
function decide(rows: readonly Row[], isAlone: boolean): { state: State; decisive: Row } | undefined {
  const inForce = newest(rows.filter(({ state }) => state === 'inForce'))
  if (inForce) return { state: 'inForce', decisive: inForce }
  const lapsed = newest(rows.filter(({ state }) => state === 'lapsed'))
  if (lapsed) return { state: 'lapsed', decisive: lapsed }
  // If there are rows of another kind, the required document may be among them under an unknown name.
  const [decisive] = isAlone ? rows : []
  return decisive && { state: 'notRequired', decisive }
}

/** The answer's own plate; throws if the answer gives two. */
function plateOf({ plate = [], name }: Certificates, body: unknown): string | null {
  const [first = null, ...others] = [plate].flat().flatMap((path) => textAt(body, path) ?? [])
  if (first !== null && others.some((other) => !sameIdentifier(first, other)))
    throw new Changed(`La respuesta nombra dos placas en «${name}».`)
  return first
}

/** The finding for an answer about another plate than the queried one. */
const ofOtherPlate = ({ type, name }: Certificates, answered: string, queriedPlate: string): Finding => {
  const notes = [
    { label: 'Placa', value: answered },
    { label: 'Placa consultada', value: queriedPlate },
  ]
  return { type: type as ResourceTypeId, status: PLATE_CHANGED, results: [remark(name, notes)] }
}

function refuseOtherPlates({ rowPlate, name }: Certificates, rows: readonly object[], plate: string): void {
  if (rowPlate === undefined || plate === '') return
  const named = rows.flatMap((row) => textAt(row, rowPlate) ?? [])
  if (named.some((other) => !sameIdentifier(plate, other)))
    throw new Changed(`La fuente trae en «${name}» una fila de otra placa.`)
}

function findingOf(all: Certificates, rows: readonly object[], today: string): Finding[] {
  const { name, status: statuses, notes = [] } = all
  const type = all.type as ResourceTypeId
  const countingRows = rows.flatMap((row) => readRow(all, row, today))
  const decided = decide(countingRows, countingRows.length === rows.length)
  if (!decided) return statuses.none === undefined ? [] : [{ type, status: statuses.none, results: [] }]
  const { state, decisive } = decided
  const status = statuses[state]
  if (status === undefined) return []
  const values = notes.map(({ label, path, format }) => ({
    label,
    value: format ? day(decisive.row, { path, format }) || null : textAt(decisive.row, path),
  }))
  const isClear = statusTone(status) === 'clear'
  // A row that ended before its last day has no known end.
  const end = decisive.last < today ? { endsOn: decisive.last } : {}
  const dates = decisive.last === '' ? {} : isClear ? { validUntil: decisive.last } : end
  return [{ type, status, results: [remark(name, values)], ...dates }]
}

/** @returns `whole` is false if the source could not read one of the lists */
export function readCertificates(
  all: readonly Certificates[],
  body: unknown,
  { plate }: Subject,
  today: string,
): { findings: Finding[]; whole: boolean } {
  const read = all.map((one) => ({ one, rows: rowsAt(body, one.path) }))
  const missing = read.find(({ one, rows }) => rows === null && !one.mayBeNull)
  if (missing) throw new Changed(`Falta la lista «${missing.one.path}».`)
  const findings = read.flatMap(({ one, rows }) => {
    const answered = plateOf(one, body)
    if (answered !== null && plate !== '' && !sameIdentifier(plate, answered))
      return [ofOtherPlate(one, answered, plate)]
    refuseOtherPlates(one, rows ?? [], answered ?? plate)
    return rows === null ? [] : findingOf(one, rows, today)
  })
  return { findings, whole: read.every(({ rows }) => rows !== null) }
}
