// "Situación": the total owed, and a block for each type of resource, worst first as the country's order has them.
import type { Country } from '@padron/contract/countries'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { statusTone, typeName } from '@padron/contract/resources'
import type { ReactNode } from 'react'
import { moneyText } from '../../lib/money-text.ts'
import { statusWords } from '../../lib/status-words.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { ResourceBlock } from './ResourceBlock.tsx'
import { grandTotal } from './totals.ts'

export type Clock = { now: number; zone: string }
type Props = { types: readonly ScrapedResourceType[]; clock: Clock; country: Country }

const Total = ({ types, country }: Omit<Props, 'clock'>): ReactNode => {
  const { total, withoutAmount, missing } = grandTotal(types)
  const extra = `+ ${withoutAmount} sin importe conocido`
  return (
    <p className="grand-total">
      <span>Adeudo total</span>
      <strong>{moneyText(total, country)}</strong>
      {withoutAmount > 0 && <span className="muted">{extra}</span>}
      {missing.length > 0 && (
        <span className="grand-total__missing muted">
          Falta saber: {missing.map((id) => typeName(id, country)).join(', ')}
        </span>
      )}
    </p>
  )
}

const TypeBlock = ({
  type,
  clock,
  country,
}: {
  type: ScrapedResourceType
  clock: Clock
  country: Country
}): ReactNode => {
  const { resourceType, status, freshness, total, withoutAmount, resources } = type
  const { sign, old, words, age } = statusWords(status.statusId, freshness, clock)
  const name = typeName(resourceType.resourceTypeId, country)
  const owed = sign === 'debt' || total || withoutAmount
  return (
    <details className="type" open={statusTone(status.statusId) === 'debt' && resources.length > 0}>
      <summary>
        <StatusSign sign={sign} old={old} size={22} />
        <span className="type__name">
          <h4>{name}</h4>
          <span className={`type__words type__words--${sign}`}>{words}</span>
          <span className="muted">
            {old && 'dato antiguo, '}
            {resources.length === 0 ? 'sin fuente para este vehículo' : age}
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

export const Situation = ({ types, clock, country }: Props): ReactNode => (
  <section aria-labelledby="situation">
    <h3 id="situation">Situación</h3>
    <Total types={types} country={country} />
    {types.map((type) => (
      <TypeBlock key={type.resourceType.resourceTypeId} type={type} clock={clock} country={country} />
    ))}
    {types.length === 0 && <p className="muted">Sin datos</p>}
  </section>
)
