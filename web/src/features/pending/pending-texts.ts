// The texts of pending items: kinds, details, amounts, and what was checked if there are none. Pure.
import type { Reply } from '@padron/contract/call'
import { money } from '@padron/contract/money'
import { PENDING_DAYS, type PendingItem, type pending } from '@padron/contract/pending'
import type { Country } from '@padron/contract/places/countries'
import { PENDING_KINDS, type PendingKind, pendingKindsOf } from '@padron/contract/rules/pending-kinds'
import { countOf, vehiclesText } from '@padron/contract/texts/count-of'
import { dateText } from '@padron/contract/texts/day-texts'
import { localText } from '@padron/contract/texts/local-text'
import { fieldTitle } from '@padron/contract/vehicles/fields'
import { numberText } from '../../lib/number-text.ts'

export type Summary = Reply<typeof pending.summary>

export const kindName = (kind: PendingKind, country: Country): string =>
  PENDING_KINDS.find((one) => one.kind === kind)?.[country] ?? kind

const needsDocuments: readonly PendingKind[] = ['document', 'missing']

/** The kinds that a user may see, in the table's order. */
export const kindsFor = (
  country: Country,
  { documents, captures }: { documents: boolean; captures: boolean },
): readonly PendingKind[] =>
  pendingKindsOf(country)
    .map(({ kind }) => kind)
    .filter((kind) => (documents || !needsDocuments.includes(kind)) && (captures || kind !== 'capture'))

/** The kinds in an address; none: all of them. */
export const kindsOf = (text: string | undefined): readonly PendingKind[] => {
  const named = text?.split(',') ?? []
  return PENDING_KINDS.map(({ kind }) => kind).filter((kind) => named.includes(kind))
}

export const pendingKey = ({
  kind,
  vehicleAssetId,
  ref,
}: Pick<PendingItem, 'kind' | 'vehicleAssetId' | 'ref'>): string => `${kind} ${vehicleAssetId} ${ref}`

export const pendingName = ({ plate, vin }: Pick<PendingItem, 'plate' | 'vin'>): string => plate || vin

const isWorth = (kind: PendingKind): boolean => PENDING_KINDS.some((one) => one.kind === kind && one.worth)

/** The line below the title: kind, number of debts, discount, or the fields that differ. */
export const detailsOf = (item: PendingItem, today: string, country: Country): string => {
  const { kind, title, detail, debts, dueOn, saving, differing } = item
  const name = kindName(kind, country)
  const owes = debts === null ? undefined : countOf(debts, 'adeudo', 'adeudos')
  const discount =
    debts !== null && dueOn !== null
      ? `descuento hasta el ${dateText(dueOn, today)}${saving === null ? '' : `: ahorra ${money(saving, country)}`}`
      : undefined
  const fields = differing.map((field) => fieldTitle(field, country)).join(', ')
  return [title.toLowerCase().startsWith(name.toLowerCase()) ? '' : name, detail, owes, discount, fields]
    .filter(Boolean)
    .join(' · ')
}

/** The amount of an item; undefined: its kind has none. Without an amount from a source it is unknown, not zero. */
export const worthOf = (
  { kind, amount, withoutAmount }: PendingItem,
  country: Country,
): { text: string; more: string | undefined } | undefined => {
  if (!isWorth(kind)) return undefined
  if (amount === null) return { text: 'Importe desconocido', more: undefined }
  return {
    text: money(amount, country),
    more: withoutAmount > 0 ? `y ${numberText(withoutAmount)} sin importe` : undefined,
  }
}

/** '124 pendientes, 3 vencidos' */
export const statusText = ({ total, overdue }: Summary): string => {
  if (total === 0) return 'Sin pendientes'
  const late = overdue === 0 ? '' : `, ${countOf(overdue, 'vencido', 'vencidos')}`
  return `${countOf(total, 'pendiente', 'pendientes')}${late}`
}

/** The total amount, and what it does not include. */
export const worthText = ({ worth: { amount, items, withoutAmount } }: Summary, country: Country): string => {
  if (amount === null && withoutAmount === 0) return ''
  const known = amount === null ? 'Importe desconocido' : `Importe conocido ${money(amount, country)}`
  const of = items > 0 ? ` de ${countOf(items, 'pendiente', 'pendientes')}` : ''
  const rest = withoutAmount > 0 ? `; ${countOf(withoutAmount, 'adeudo', 'adeudos')} sin importe` : ''
  return `${known}${of}${rest}`
}

/** The number of vehicles without information, whose items are not listed. */
export const missingText = ({ basis: { known, total } }: Summary): string => {
  const rest = total - known
  if (rest === 0) return ''
  return `De ${vehiclesText(rest)} falta información, que aquí no aparece`
}

/** What was checked, if nothing has to be done. */
export const lookedText = (summary: Summary | undefined): string => {
  const what =
    `Se revisaron lo vencido y lo que vence en ${PENDING_DAYS} días, ${localText('los adeudos')}, los documentos ` +
    'requeridos, las capturas que requieren intervención y las diferencias con el registro'
  if (!summary) return `${what}.`
  if (summary.basis.total === 0) return 'Todavía no hay vehículos con obligaciones que revisar.'
  const missing = missingText(summary)
  return `${what}, de ${vehiclesText(summary.basis.total)}.${missing === '' ? '' : ` ${missing}.`}`
}
