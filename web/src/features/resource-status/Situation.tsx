// "Situación": the total owed, and a block for each type of resource, worst first as the country's order has them.
import type { Debt } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { MONEY_TYPES, typeName } from '@padron/contract/resources'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { byHandOf, byHandWords, debtWords, missingOf } from '../../lib/debt-words.ts'
import { moneyText } from '../../lib/money-text.ts'
import { type Sign, statusWords } from '../../lib/status-words.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { ResourceBlock } from './ResourceBlock.tsx'

type Props = {
  types: readonly ScrapedResourceType[]
  debt: Debt
  clock: Clock
  country: Country
  /** The type the user came for. */
  wanted?: number | undefined
}

/** The server's sum. It is null where no debt was found: then nothing is owed as far as any kind of debt has answered. */
const Total = ({ types, debt, country }: Omit<Props, 'clock' | 'wanted'>): ReactNode => {
  const standing = types.map(({ resourceType, status, freshness, resources }) => ({
    typeId: resourceType.resourceTypeId,
    statusId: status.statusId,
    freshness,
    byHand: resources.every(({ resource }) => !resource.automatic),
  }))
  const missing = missingOf(standing)
  const byHand = byHandOf(standing)
  const notCounted = byHandWords(byHand, country)
  const possible = types.find(({ resourceType }) => resourceType.resourceTypeId === 10)?.total ?? 0
  const asked = standing.some(({ typeId }) => MONEY_TYPES.has(typeId) && ![...missing, ...byHand].includes(typeId))
  const { amount, more } = debtWords(
    { ...debt, total: debt.total ?? (asked ? 0 : null) },
    [...missing, ...byHand],
    country,
  )
  return (
    <p className="grand-total">
      <span>Adeudo total</span>
      <strong>{amount}</strong>
      {more && <span className="muted">{more}</span>}
      {possible > 0 && <span className="muted">+ {moneyText(possible, country)} de tenencia posible</span>}
      {missing.length > 0 && (
        <span className="grand-total__missing muted">
          Falta saber: {missing.map((id) => typeName(id, country)).join(', ')}
        </span>
      )}
      {notCounted && <span className="grand-total__missing muted">{notCounted}</span>}
    </p>
  )
}

/** What asks for the user's eye is open from the start. */
const OPEN: readonly Sign[] = ['debt', 'warning', 'unknown']

/** The block the user came for is open, at the top and has the focus. */
const useWanted = (wanted: boolean) => {
  const block = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!wanted || !block.current) return
    block.current.open = true
    block.current.querySelector('summary')?.focus({ preventScroll: true })
    // Not by scrollIntoView: while the drawer slides in, that would scroll the window sideways.
    const box = block.current.closest('.ant-drawer-body')
    if (box) box.scrollTop += block.current.getBoundingClientRect().top - box.getBoundingClientRect().top
  }, [wanted])
  return block
}

type BlockProps = { type: ScrapedResourceType; clock: Clock; country: Country; wanted: boolean }

const TypeBlock = ({ type, clock, country, wanted }: BlockProps): ReactNode => {
  const block = useWanted(wanted)
  const { resourceType, status, freshness, total, withoutAmount, resources } = type
  const { sign, old, words, age } = statusWords(status.statusId, freshness, clock)
  const name = typeName(resourceType.resourceTypeId, country)
  const byHand = !freshness && resources.every(({ resource }) => !resource.automatic)
  // A sum of 0 beside a debt is one that another type tells: no dash, which would read as "nothing owed".
  const owed = total !== 0 && (total !== null || (sign === 'debt' && MONEY_TYPES.has(resourceType.resourceTypeId)))
  return (
    <details ref={block} className="type" open={wanted || (OPEN.includes(sign) && resources.length > 0)}>
      <summary>
        <StatusSign sign={sign} old={old} size={22} />
        <span className="type__name">
          <h4>{name}</h4>
          <span className={`type__words type__words--${sign}`}>{words}</span>
          <span className="muted">
            {old && 'dato antiguo, '}
            {resources.length === 0 ? 'sin fuente para este vehículo' : byHand ? 'sin consulta automática' : age}
          </span>
        </span>
        <span className="type__total">
          {owed ? moneyText(total, country) : ''}
          {withoutAmount > 0 && <small className="muted">+ {withoutAmount} sin importe</small>}
        </span>
      </summary>
      {resources.length === 0 && (
        <p className="type__none muted">
          Ninguna fuente de este tipo corresponde a su estado; por eso no se ha consultado.
        </p>
      )}
      {resources.map((resource) => (
        <ResourceBlock key={resource.resource.resourceId} resource={resource} clock={clock} country={country} />
      ))}
    </details>
  )
}

export const Situation = ({ types, debt, clock, country, wanted }: Props): ReactNode => (
  <section aria-labelledby="situation">
    <h3 id="situation" tabIndex={-1}>
      Situación
    </h3>
    <Total types={types} debt={debt} country={country} />
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
