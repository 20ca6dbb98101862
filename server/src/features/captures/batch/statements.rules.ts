// Turns the rows of a workbook into statements, one per vehicle and portal, and reports faults by row and cell. Answers
// have the same rules as in a statement captured by hand. Pure.
import { CAPTURE_FILES_AT_MOST, type CapturedDebt } from '@padron/contract/captures'
import {
  BOOK_CELL_AT_MOST,
  BOOK_STATEMENTS_AT_MOST,
  bookTypes,
  clearWord,
  correctableColumns,
  DEBT_PARTS,
  type DebtPart,
  isAmountPart,
  SHARED_FIELDS,
  statusWords,
  typeField,
} from '@padron/contract/captures/book'
import { clearStatus, owingStatus } from '@padron/contract/captures/statement'
import { localTime } from '@padron/contract/days'
import { bareWords } from '@padron/contract/normalize'
import type { Country } from '@padron/contract/places/countries'
import { dateCell, unreadableCell } from '@padron/contract/template/cell-rules'
import type { CellFault } from '@padron/contract/template/workbook-columns'
import { numberText } from '@padron/contract/texts/count-of'
import { isSameWord, localText } from '@padron/contract/texts/local-text'
import { z } from 'zod/mini'
import { cellMoney } from '../../../checks/connectors/parsing/money.ts'
import { bareIdentifier } from '../../../checks/connectors/parsing/text.ts'
import {
  type StatementBody,
  type StatementContext,
  type StatementResource,
  statementErrors,
} from '../statement.rules.ts'
import type { ReadRow } from './read-book.ts'

export type BookVehicle = {
  vehicleId: number
  plate: string
  resources: (StatementResource & { portal: string })[]
}
export type BatchProof = { fileId: string; name: string; plates: readonly string[]; error: string | null }
export type BatchStatement = { body: StatementBody; plate: string; rows: readonly number[]; fileIds: readonly string[] }
export type Validated = {
  statements: BatchStatement[]
  /** The rows of each plate and portal that no active vehicle has; their faults say which. */
  unmatched: number[][]
  /** By row number; rows without faults are absent. */
  errors: Map<number, CellFault[]>
  /** By id of the file. */
  proofErrors: Map<string, string>
  /** The number of pairs of vehicle and portal, with or without faults. */
  count: number
}

/** The workbook's plate in a proof's file name: the whole name, or the name without a final number. */
const plateOfFile = (name: string, plates: ReadonlySet<string>): string | undefined => {
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
  const whole = bareIdentifier(stem)
  if (plates.has(whole)) return whole
  const numbered = /[1-9]\)?$/
  const bare = numbered.test(stem) ? bareIdentifier(stem.replace(numbered, '')) : ''
  return plates.has(bare) ? bare : undefined
}

type Faults = Map<number, CellFault[]>
const addFault = (faults: Faults, row: number, field: string | null, message: string): void => {
  const list = faults.get(row) ?? []
  if (!list.some((fault) => fault.field === field && fault.message === message)) list.push({ field, message })
  faults.set(row, list)
}

export const NO_ACTIVE_VEHICLE = 'Ningún vehículo activo tiene esa placa.'

type Group = { rows: ReadRow[]; vehicle: BookVehicle; portal: string; resources: StatementResource[] }

const groupRows = (rows: readonly ReadRow[], vehicles: ReadonlyMap<string, BookVehicle>, faults: Faults) => {
  const groups = new Map<string, Group>()
  const unmatched: ReadRow[] = []
  for (const row of rows) {
    const { plate = '', portal = '' } = row.cells
    const vehicle = vehicles.get(bareIdentifier(plate))
    if (!vehicle) {
      unmatched.push(row)
      addFault(faults, row.row, 'plate', plate ? NO_ACTIVE_VEHICLE : 'Falta la placa.')
      continue
    }
    const portalWords = bareWords(portal)
    const resources = vehicle.resources.filter((resource) => bareWords(resource.portal) === portalWords)
    if (resources.length === 0) {
      unmatched.push(row)
      addFault(
        faults,
        row.row,
        'portal',
        portal ? localText('El vehículo no se consulta en ese portal, o no da adeudos.') : 'Falta el portal.',
      )
      continue
    }
    const key = `${vehicle.vehicleId} ${portalWords}`
    const group = groups.get(key) ?? { rows: [], vehicle, portal, resources }
    group.rows.push(row)
    groups.set(key, group)
  }
  const nameOf = ({ cells }: ReadRow) => `${bareIdentifier(cells.plate ?? '')} ${bareWords(cells.portal ?? '')}`
  return {
    groups: [...groups.values()],
    unmatched: [...Map.groupBy(unmatched, nameOf).values()].map((some) => some.map(({ row }) => row)),
  }
}

/** The value that all rows share; a second value is a fault. */
const sharedText = (rows: readonly ReadRow[], field: string, faults: Faults): string => {
  const [first, ...others] = rows.filter(({ cells }) => (cells[field] ?? '') !== '')
  for (const other of others)
    if (other.cells[field] !== first?.cells[field])
      addFault(faults, other.row, field, `La fila ${first?.row} del mismo vehículo y portal dice otra cosa.`)
  return first?.cells[field] ?? ''
}

const firstFilled = (rows: readonly ReadRow[], field: string): ReadRow =>
  rows.find(({ cells }) => (cells[field] ?? '') !== '') ?? (rows[0] as ReadRow)
const firstRow = (rows: readonly ReadRow[], field: string): number => firstFilled(rows, field).row

const dayOf = (rows: readonly ReadRow[], field: string, faults: Faults): string | null => {
  const { data, error } = z.safeParse(dateCell, sharedText(rows, field, faults))
  if (error) addFault(faults, firstRow(rows, field), field, error.issues[0]?.message ?? 'Fecha no válida.')
  return data ?? null
}

/** `sentAt`: when the workbook was sent. */
type BatchContext = StatementContext & { sentAt: Date }

/** Noon of that day by the company's clock; of the day of sending, the moment of it. */
const momentOf = (day: string, { now, sentAt, timeZone }: BatchContext): string => {
  if (day === localTime(sentAt, timeZone).day) return sentAt.toISOString()
  const noon = new Date(`${day}T12:00:00Z`)
  const moment = noon.getTime() + (12 - localTime(noon, timeZone).hour) * 3_600_000
  // A cell that was corrected today may say today before noon.
  const isToday = day === localTime(now, timeZone).day
  return new Date(isToday ? Math.min(moment, now.getTime()) : moment).toISOString()
}

const readAmount = (row: ReadRow, field: string, country: Country, faults: Faults): number | null => {
  const text = row.cells[field] ?? ''
  if (text === '') return null
  const amount = cellMoney(text, country)
  if (amount === null) addFault(faults, row.row, field, 'Escriba un importe, por ejemplo 1200.50.')
  return amount
}

const CELL_AT_MOST: Readonly<Record<string, number>> = { folio: 60, description: 300 }

const readDebt = (row: ReadRow, typeId: number, country: Country, faults: Faults): CapturedDebt | undefined => {
  const text = (part: DebtPart): string => row.cells[typeField(typeId, part)] ?? ''
  if (DEBT_PARTS.every((part) => text(part) === '')) return undefined
  for (const [part, most] of Object.entries(CELL_AT_MOST))
    if (text(part as DebtPart).length > most)
      addFault(faults, row.row, typeField(typeId, part as DebtPart), `Máximo ${most} caracteres.`)
  const amounts = DEBT_PARTS.filter(isAmountPart).map((part) => [
    part,
    readAmount(row, typeField(typeId, part), country, faults),
  ])
  return {
    folio: text('folio'),
    description: text('description'),
    dateTime: null,
    ...(Object.fromEntries(amounts) as Pick<CapturedDebt, 'subTotal' | 'discount' | 'surcharge' | 'total'>),
  }
}

type Answer = StatementBody['answers'][number]
/** An answer, and the row of each of its debts. */
type ReadAnswer = { answer: Answer; typeId: number; rows: number[] }

const readStatus = (group: Group, typeId: number, country: Country, faults: Faults): number | undefined => {
  const field = typeField(typeId, 'status')
  const text = sharedText(group.rows, field, faults)
  if (text === '') return undefined
  const found = [...statusWords(typeId, country)].find(([words]) => isSameWord(text, words))
  if (!found)
    addFault(
      faults,
      firstRow(group.rows, field),
      field,
      `Escriba ${[...statusWords(typeId, country).keys()].join(', o ')}.`,
    )
  return found?.[1]
}

/** Whether the types that the rows leave blank are without debts. */
const isRestClear = ({ rows }: Group, country: Country, faults: Faults): boolean => {
  const text = sharedText(rows, 'rest', faults)
  const isClear = isSameWord(text, clearWord(country))
  if (text !== '' && !isClear)
    addFault(faults, firstRow(rows, 'rest'), 'rest', `Escriba ${clearWord(country)}, o nada.`)
  return isClear
}

type Reading = { country: Country; restClear: boolean }
const readAnswer = (
  group: Group,
  typeId: number,
  { country, restClear }: Reading,
  faults: Faults,
): ReadAnswer | undefined => {
  const typed = readStatus(group, typeId, country, faults)
  const debts = group.rows.flatMap((row) => {
    const debt = readDebt(row, typeId, country, faults)
    return debt ? [{ row: row.row, debt }] : []
  })
  const resource = group.resources.find((each) => each.typeId === typeId)
  const isBlank = typed === undefined && debts.length === 0
  if (isBlank && !(restClear && resource)) return undefined
  const status = isBlank ? clearStatus(typeId) : typed
  if (!resource) {
    const row = debts[0]?.row ?? firstRow(group.rows, typeField(typeId, 'status'))
    addFault(faults, row, typeField(typeId, 'status'), 'Ese portal no da ese tipo a este vehículo: déjelo en blanco.')
    return undefined
  }
  const seen = new Map<string, number>()
  for (const { row, debt } of debts) {
    const same = JSON.stringify(debt)
    const before = seen.get(same)
    if (before !== undefined)
      addFault(faults, row, typeField(typeId, 'description'), localText(`El mismo adeudo está en la fila ${before}.`))
    seen.set(same, row)
  }
  return {
    typeId,
    rows: debts.map(({ row }) => row),
    answer: {
      resourceId: resource.resourceId,
      statusId: status ?? owingStatus(typeId),
      debts: debts.map(({ debt }) => debt),
      inPaymentLine: true,
    },
  }
}

/** The workbook's cell for a fault of the statement. */
const cellOf = (path: string, group: Group, answers: readonly ReadAnswer[]): { row: number; field: string | null } => {
  const [, at, inner = '', index, part] = /^answers\.(\d+)(?:\.(\w+)(?:\.(\d+)(?:\.(\w+))?)?)?/.exec(path) ?? []
  const answer = at === undefined ? undefined : answers[Number(at)]
  if (!answer) {
    const field = (SHARED_FIELDS as readonly string[]).includes(path) ? path : null
    return { row: field ? firstRow(group.rows, field) : (group.rows[0] as ReadRow).row, field }
  }
  if (inner === 'debts' && index !== undefined)
    return {
      row: answer.rows[Number(index)] ?? (group.rows[0] as ReadRow).row,
      field: typeField(
        answer.typeId,
        (DEBT_PARTS as readonly string[]).includes(part ?? '') ? (part as DebtPart) : 'status',
      ),
    }
  const field = inner === 'seenAt' ? 'seenAt' : typeField(answer.typeId, 'status')
  return { row: firstRow(group.rows, field), field }
}

const bodyOf = (group: Group, answers: readonly ReadAnswer[], context: BatchContext, faults: Faults) => {
  const { rows } = group
  const [day, due] = [dayOf(rows, 'seenAt', faults), dayOf(rows, 'paymentLineDueDate', faults)]
  const line = sharedText(rows, 'paymentLine', faults)
  if (line.length > 60) addFault(faults, firstRow(rows, 'paymentLine'), 'paymentLine', 'Máximo 60 caracteres.')
  sharedText(rows, 'portalTotal', faults)
  const body: StatementBody = {
    vehicleAssetId: group.vehicle.vehicleId,
    answers: answers.map(({ answer }) => answer),
    seenAt: day === null ? context.now.toISOString() : momentOf(day, context),
    paymentLine: line || null,
    paymentLineDueDate: due,
    portalTotal: readAmount(firstFilled(rows, 'portalTotal'), 'portalTotal', context.country, faults),
    acceptsTotal: false,
    note: sharedText(rows, 'note', faults),
  }
  if (day === null && !rows.some(({ cells }) => cells.seenAt))
    addFault(faults, (rows[0] as ReadRow).row, 'seenAt', 'Escriba el día en que consultó el portal.')
  return body
}

const validateGroup = (group: Group, context: BatchContext, faults: Faults): StatementBody => {
  const own: Faults = new Map()
  const reading = { country: context.country, restClear: isRestClear(group, context.country, own) }
  const answers = bookTypes(context.country).flatMap(({ id }) => readAnswer(group, id, reading, own) ?? [])
  const body = bodyOf(group, answers, context, own)
  const { row } = group.rows[0] as ReadRow
  if (answers.length === 0 && own.size === 0)
    addFault(own, row, null, 'Diga qué respondió el portal de al menos un tipo.')
  if (own.size === 0)
    for (const { path, message } of statementErrors(group.resources, body, context)) {
      const cell = cellOf(path, group, answers)
      addFault(own, cell.row, cell.field, message)
    }
  for (const [number, list] of own) for (const { field, message } of list) addFault(faults, number, field, message)
  return body
}

const checkProofs = (groups: readonly Group[], proofs: readonly BatchProof[], faults: Faults) => {
  const proofErrors = new Map<string, string>()
  const plates = new Set(groups.map(({ vehicle }) => bareIdentifier(vehicle.plate)))
  const byPlate = new Map<string, BatchProof[]>()
  for (const proof of proofs) {
    const plate = plateOfFile(proof.name, plates)
    if (proof.error !== null) proofErrors.set(proof.fileId, proof.error)
    else if (plate === undefined) proofErrors.set(proof.fileId, 'Ninguna fila llena del archivo es de esa placa.')
    else if (proof.plates.length > 0 && !proof.plates.includes(plate))
      proofErrors.set(proof.fileId, `Su texto dice la placa ${proof.plates.slice(0, 3).join(', ')}.`)
    if (plate !== undefined) byPlate.set(plate, [...(byPlate.get(plate) ?? []), proof])
  }
  for (const { vehicle, rows } of groups) {
    const own = byPlate.get(bareIdentifier(vehicle.plate)) ?? []
    const { row } = rows[0] as ReadRow
    if (own.length === 0) addFault(faults, row, 'plate', `Falta su prueba: un archivo ${vehicle.plate}.pdf en el ZIP.`)
    if (own.length > CAPTURE_FILES_AT_MOST)
      addFault(faults, row, 'plate', `Tiene ${own.length} pruebas y son ${CAPTURE_FILES_AT_MOST} como máximo.`)
    for (const { fileId, name } of own)
      if (proofErrors.has(fileId)) addFault(faults, row, 'plate', `${name}: ${proofErrors.get(fileId)}`)
  }
  return { proofErrors, byPlate }
}

/**
 * @param vehicles the rows' vehicles, by bare plate
 * @param onGroup awaited between vehicles, so that other requests get a turn
 */
export const validateBatch = async (
  rows: readonly ReadRow[],
  vehicles: ReadonlyMap<string, BookVehicle>,
  proofs: readonly BatchProof[],
  context: BatchContext,
  onGroup: (index: number) => Promise<void> | void = () => undefined,
): Promise<Validated> => {
  const errors: Faults = new Map()
  const fields = correctableColumns(context.country).map(({ field }) => field)
  for (const { row, cells } of rows)
    for (const field of fields) {
      const text = cells[field] ?? ''
      const unreadable =
        text.length > BOOK_CELL_AT_MOST ? `Máximo ${BOOK_CELL_AT_MOST} caracteres.` : unreadableCell(text)
      if (unreadable) addFault(errors, row, field, unreadable)
    }
  const { groups, unmatched } = groupRows(rows, vehicles, errors)
  if (groups.length > BOOK_STATEMENTS_AT_MOST)
    addFault(
      errors,
      (rows[0] as ReadRow).row,
      null,
      `El archivo tiene más de ${numberText(BOOK_STATEMENTS_AT_MOST)} vehículos y portales: divídalo.`,
    )
  const { proofErrors, byPlate } = checkProofs(groups, proofs, errors)
  const statements: BatchStatement[] = []
  for (const [index, group] of groups.entries()) {
    await onGroup(index)
    const body = validateGroup(group, context, errors)
    const files = byPlate.get(bareIdentifier(group.vehicle.plate)) ?? []
    statements.push({
      body,
      plate: group.vehicle.plate,
      rows: group.rows.map(({ row }) => row),
      fileIds: files.map(({ fileId }) => fileId),
    })
  }
  return { statements, unmatched, errors, proofErrors, count: groups.length }
}
