// What changed, in words and with its sign. Pure. An outage is no change: a source that fails says nothing of a vehicle.
import type { Country } from '@padron/contract/countries'
import { CHANGE_KINDS, type Change, type ChangeKind } from '@padron/contract/resource-status'
import { statusText, statusTone } from '@padron/contract/resources'
import { moneyText } from '../../lib/money-text.ts'
import type { Sign } from '../../lib/status-words.ts'

// One that is no longer listed may be paid or not: nobody knows.
const SIGNS: Readonly<Record<Exclude<ChangeKind, 'status'>, Sign>> = {
  new: 'debt',
  grew: 'debt',
  returned: 'debt',
  fell: 'clear',
  paid: 'clear',
  vanished: 'unknown',
}

export const signOf = ({ kind, statusAfter }: Change): Sign =>
  kind === 'status' ? statusTone(statusAfter ?? -1) : SIGNS[kind]

const FIRST: Partial<Record<ChangeKind, string>> = {
  new: 'Adeudo en la primera respuesta',
  status: 'Primera respuesta',
}
export const titleOf = ({ kind, first }: Change): string => (first && FIRST[kind]) || CHANGE_KINDS[kind]

/** 'Sin multas → Con multas'; '$100.00 MXN → $150.00 MXN'; one amount where there is but one. */
export const detailOf = (change: Change, country: Country): string => {
  const { kind, before, after, statusBefore, statusAfter, first } = change
  if (kind === 'status') {
    const words = [first ? null : statusBefore, statusAfter]
    return words.flatMap((id) => (id === null ? [] : [statusText(id)])).join(' → ')
  }
  if (before !== null && after !== null && before !== after)
    return `${moneyText(before, country)} → ${moneyText(after, country)}`
  const amount = after ?? before
  return amount === null ? 'sin importe' : moneyText(amount, country)
}
