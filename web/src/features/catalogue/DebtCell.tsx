// What the vehicle owes, as the sources say. What nobody has answered for is named in the title; a sum that leaves out what
// only a person can look up says so beside it.
import type { VehicleRow } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import { typeName } from '@padron/contract/resources'
import type { ReactNode } from 'react'
import { byHandOf, byHandWords, debtWords, missingOf, standingOfRow } from '../../lib/debt-words.ts'
import { NOTHING, UNKNOWN } from '../../lib/money-text.ts'

type Props = {
  row: VehicleRow
  country: Country
  /** Resource types that some source answers by machine, per state; undefined until known. */
  sources: ReadonlyMap<number, readonly number[]> | undefined
}

export const DebtCell = ({ row, country, sources }: Props): ReactNode => {
  const standing = standingOfRow(row.vehicleAsset, country, sources?.get(row.state.stateId))
  const missing = missingOf(standing)
  const byHand = byHandOf(standing)
  const { amount, more } = debtWords(row.vehicleAsset.debt, [...missing, ...byHand], country)
  const title = [
    missing.length > 0 && `Falta saber: ${missing.map((id) => typeName(id, country)).join(', ')}`,
    byHandWords(byHand, country),
  ]
    .filter(Boolean)
    .join('. ')
  return (
    <span className="debt" title={title || undefined}>
      <span className={amount === NOTHING || amount === UNKNOWN ? 'muted' : 'strong'}>{amount}</span>
      {more && <small className="muted">{more}</small>}
      {byHand.length > 0 && amount !== UNKNOWN && <small className="muted">sin contar {byHand.length} a mano</small>}
    </span>
  )
}
