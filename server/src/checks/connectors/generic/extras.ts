// Additional data of an answer: registry fields of the vehicle, history rows, documents by address or in the answer.
import type { Country } from '@padron/contract/places/countries'
import type { RegistryField } from '@padron/contract/vehicles'
import type { Finding, HistoryRow, ReceivedFile, Registration, Subject } from '../connector.ts'
import { decimalMoney } from '../parsing/money.ts'
import { registrationFields } from '../parsing/registration.ts'
import { sameIdentifier, webLink } from '../parsing/text.ts'
import { holds } from './conditions.ts'
import type { Definition, History, RegistryPath } from './definition.ts'
import { at, Changed, dateAt, filled, moneyAt, rowsAt, textAt } from './values.ts'

/** A path alone is a text; with a format, or for a date field, it is a day. */
const fieldOf = (body: unknown, field: string, day: RegistryPath): string | null => {
  if (Array.isArray(day)) return day.map((path) => fieldOf(body, field, path)).find((text) => text !== null) ?? null
  if (typeof day === 'string' && !field.endsWith('Date')) return textAt(body, day)
  return dateAt(body, day)?.slice(0, 10) ?? null
}

export function registrationOf({ registration }: Definition, body: unknown): Registration | undefined {
  if (!registration) return undefined
  const text = Object.entries(registration.fields).map(([field, day]) => [field, day && fieldOf(body, field, day)])
  const fields = registrationFields(Object.fromEntries(text) as Partial<Record<RegistryField, string | null>>)
  return Object.keys(fields).length ? { foundBy: registration.foundBy, fields } : undefined
}

const paidIn = ({ paid, unpaid }: History, row: object): boolean | null => {
  if (paid && holds(paid, row)) return true
  return unpaid && holds(unpaid, row) ? false : null
}

/** A value of the history that cannot be read is unknown, because history decides no status. */
const legible = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Changed) return null
    throw error
  }
}

/** An amount of history, in the country's notation or with a decimal point. */
const amountOf = (row: object, path: string, country: Country): number | null => {
  const found = at(row, path)
  if (found === undefined) return null
  return legible(() => moneyAt(row, path, country)) ?? (typeof found === 'string' ? decimalMoney(found) : null)
}

/** Open data omit unknown fields, so only the plate is required. */
export function historyOf(definition: Definition, body: unknown, subject: Subject): HistoryRow[] | undefined {
  const { history, country } = definition
  if (!history) return undefined
  const rows = rowsAt(body, history.path)
  if (rows === null) throw new Changed(`Falta la lista «${history.path}».`)
  return rows.map((row) => {
    if (!sameIdentifier(subject.plate, textAt(row, history.plate) ?? ''))
      throw new Changed('La respuesta trae filas de otra placa.')
    const { dateTime, amount } = history
    return {
      description: filled(history.description, row) || 'Registro',
      dateTime: dateTime === undefined ? null : legible(() => dateAt(row, dateTime)),
      amount: amount === undefined ? null : amountOf(row, amount, country),
      paid: paidIn(history, row),
    }
  })
}

/** Adds the documents' addresses to every finding. */
export function withEvidence(
  { evidence = [] }: Definition,
  body: unknown,
  findings: Finding[],
  origin?: string,
): Finding[] {
  const links = evidence.flatMap(({ name, path }) => {
    const url = webLink(textAt(body, path) ?? '', origin)
    return url ? [{ name, url }] : []
  })
  return links.length ? findings.map((finding) => ({ ...finding, evidence: links })) : findings
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
/** Texts that are not base64 are left out, because a document's content decides no status. */
export const filesOf = ({ files = [] }: Definition, body: unknown): ReceivedFile[] =>
  files.flatMap(({ name, path }) => {
    const found = at(body, path)
    const base64 = typeof found === 'string' ? found.replace(/\s/g, '') : ''
    return BASE64.test(base64) ? [{ name, base64 }] : []
  })
