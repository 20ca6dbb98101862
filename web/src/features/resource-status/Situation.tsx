// "Situación": the total owed, and a block for each type of resource, worst first as the country's order has them.
import type { Debt } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { MONEY_TYPES, typeName } from '@padron/contract/resources'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { byHandOf, byHandWords, debtWords, missingOf } from '../../lib/debt-words.ts'
import { moneyText } from '../../lib/money-text.ts'
import { sinceText } from '../../lib/relative-time.ts'
import './resource-status.css'
import { AskAllAgain } from './AskAgain.tsx'
import { oldestOf, unansweredOf } from './owed-types.ts'
import { TypeBlock } from './TypeBlock.tsx'

type Props = {
  types: readonly ScrapedResourceType[]
  debt: Debt
  clock: Clock
  country: Country
  /** The type the user came for. */
  wanted?: number | undefined
}

/** The server's sum. It is null where no debt was found: then nothing is owed as far as any kind of debt has answered. */
const Total = ({ types, debt, clock, country }: Omit<Props, 'wanted'>): ReactNode => {
  const standing = types.map(({ resourceType, status, freshness, resources }) => ({
    typeId: resourceType.resourceTypeId,
    statusId: status.statusId,
    freshness,
    byHand: resources.every(({ resource }) => !resource.automatic),
  }))
  const byHand = byHandOf(standing)
  const missing = [...new Set([...missingOf(standing), ...unansweredOf(types)])].filter((id) => !byHand.includes(id))
  const old = oldestOf(types)
  const notCounted = byHandWords(byHand, country)
  const possible = types.find(({ resourceType }) => resourceType.resourceTypeId === 10)?.total ?? 0
  const asked = standing.some(({ typeId }) => MONEY_TYPES.has(typeId) && ![...missing, ...byHand].includes(typeId))
  const { amount, more } = debtWords(
    { ...debt, total: debt.total ?? (asked ? 0 : null) },
    [...missing, ...byHand],
    country,
  )
  return (
    <p className="grand-total tinted flex-wrap gap-4-12 baseline">
      <span>Adeudo total</span>
      <strong>{amount}</strong>
      {old && <span className="muted">{sinceText('dato antiguo, consultado', old, clock.now, clock.zone)}</span>}
      {more && <span className="muted">{more}</span>}
      {possible > 0 && <span className="muted">+ {moneyText(possible, country)} de tenencia posible</span>}
      {missing.length > 0 && (
        <span className="grand-total__missing small muted">
          Falta saber: {missing.map((id) => typeName(id, country)).join(', ')}
        </span>
      )}
      {notCounted && <span className="grand-total__missing small muted">{notCounted}</span>}
    </p>
  )
}

export const Situation = ({ types, debt, clock, country, wanted }: Props): ReactNode => (
  <section aria-labelledby="situation">
    <header className="situation-head row-wrap gap-4-12 between">
      <h3 id="situation" tabIndex={-1}>
        Situación
      </h3>
      <AskAllAgain all={types.flatMap(({ resources }) => resources)} clock={clock} />
    </header>
    <Total types={types} debt={debt} clock={clock} country={country} />
    {types.map((type) => (
      <TypeBlock
        key={type.resourceType.resourceTypeId}
        type={type}
        clock={clock}
        country={country}
        wanted={type.resourceType.resourceTypeId === wanted}
      />
    ))}
    {types.length === 0 && <p className="muted">Sin datos</p>}
  </section>
)
