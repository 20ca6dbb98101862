// What the vehicle owes, as the sources say. What nobody has answered for is named in the title.
import type { VehicleRow } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import { typeName } from '@padron/contract/resources'
import type { ReactNode } from 'react'
import { debtWords, missingOfRow } from '../../lib/debt-words.ts'
import { NOTHING, UNKNOWN } from '../../lib/money-text.ts'

export const DebtCell = ({ row, country }: { row: VehicleRow; country: Country }): ReactNode => {
  const missing = missingOfRow(row.vehicleAsset, country)
  const { amount, more } = debtWords(row.vehicleAsset.debt, missing, country)
  const title = missing.length ? `Falta saber: ${missing.map((id) => typeName(id, country)).join(', ')}` : undefined
  return (
    <span className="debt" title={title}>
      <span className={amount === NOTHING || amount === UNKNOWN ? 'muted' : 'debt__amount'}>{amount}</span>
      {more && <small className="muted">{more}</small>}
    </span>
  )
}
