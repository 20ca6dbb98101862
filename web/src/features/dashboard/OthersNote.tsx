// What no figure counts: vehicles that are not active, and what they owe.
import { numberText } from '@padron/contract/count-of'
import type { DashboardFacts } from '@padron/contract/dashboard'
import { cardQueries } from '@padron/contract/dashboard-queries'
import type { ReactNode } from 'react'
import { moneyText } from '../../lib/money-text.ts'
import { useUser } from '../../session/user-context.ts'
import { vehicles } from './basis-words.ts'
import { useCatalogueLink } from './catalogue-link.ts'

type Props = {
  facts: DashboardFacts
  /** What they owe is told beside all debts of any date, and beside nothing less. */
  withDebts: boolean
}

export const OthersNote = ({ facts, withDebts }: Props): ReactNode => {
  const { country } = useUser()
  const linkTo = useCatalogueLink()
  const { vehicles: count, withDebt, amount, withoutAmount } = facts.others
  if (count === 0) return null
  const { others } = cardQueries({ months: 0, from: null, to: null }, facts, country)
  const link = linkTo(others)
  const text = `${vehicles(count, country)} con otro estatus`
  const owes = () => {
    if (!withDebts) return ''
    if (withDebt === 0) return ', sin adeudo conocido'
    // Sources are hardly asked about them any more: it is never all.
    const sum = amount > 0 ? `al menos ${moneyText(amount, country)}` : 'un importe que no se sabe'
    const more = withoutAmount > 0 ? ` (${numberText(withoutAmount, country)} sin importe)` : ''
    return `: ${numberText(withDebt, country)} ${withDebt === 1 ? 'debe' : 'deben'} ${sum}${more}`
  }
  return (
    <p className="others small muted">
      Estas cifras son de vehículos activos. Además hay {link ? <a {...link}>{text}</a> : text}
      {owes()}.
    </p>
  )
}
