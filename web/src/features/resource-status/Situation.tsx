// "Situación": a block for each resource type, in the country's order; and the total owed, which the drawer shows above
// them.
import type { Debt } from '@padron/contract/catalogue/rows'
import type { Country } from '@padron/contract/places/countries'
import type { ScrapedResource, ScrapedResourceType } from '@padron/contract/resource-status'
import { MAY_OWE, MONEY_TYPES, POSSIBLE_DEBTS, typeName } from '@padron/contract/resources'
import { WITHOUT_ANSWER } from '@padron/contract/rules/debt-answers'
import { localText } from '@padron/contract/texts/local-text'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { byHandWords, debtWords, isByHand, missingOf } from '../../lib/debt-texts.ts'
import { moneyText, NOTHING } from '../../lib/money-text.ts'
import { unitsEndText } from '../../lib/official-rule-texts.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { type Sign, statusWords } from '../../lib/status-texts.ts'
import { scrollInDialog } from '../../ui/dialog/scroll-in-dialog.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Icon } from '../../ui/icons.tsx'
import './resource-status.css'
import { AskAllAgain } from './ResourceActions.tsx'
import { ResourceBlock } from './ResourceBlock.tsx'
import { useVehicle } from './vehicle-context.ts'

/** A possible tenencia is not part of the sum, but without its answer «no debts» is not displayed. */
const isOwed = (typeId: number): boolean => MONEY_TYPES.has(typeId) || typeId === POSSIBLE_DEBTS

const isWithoutAnswer = ({ scraped: { status, freshness } }: ScrapedResource): boolean =>
  freshness?.state === 'unknown' || WITHOUT_ANSWER.includes(status.statusId)

/** Kinds of debt with a source that gave no valid answer, or that needs a person. */
export const unansweredOf = (types: readonly ScrapedResourceType[]): readonly number[] =>
  types
    .filter(({ resourceType, resources }) => isOwed(resourceType.resourceTypeId) && resources.some(isWithoutAnswer))
    .map(({ resourceType }) => resourceType.resourceTypeId)

/** The date of the oldest answer in the sum, if it is no longer valid. */
export const oldestOf = (types: readonly ScrapedResourceType[]): string | undefined =>
  types
    .filter(
      ({ resourceType, total, withoutAmount }) =>
        MONEY_TYPES.has(resourceType.resourceTypeId) && (total || withoutAmount),
    )
    .flatMap(({ resources }) => resources)
    .flatMap(({ scraped: { freshness, result } }) =>
      freshness?.state === 'old' && freshness.at && result.length > 0 ? [freshness.at] : [],
    )
    .toSorted()[0]

/** In words, beside the sum; undefined if no source says that there may be one. */
const possibleWords = (types: readonly ScrapedResourceType[], country: Country): string | undefined => {
  const possible = types.find(({ resourceType }) => resourceType.resourceTypeId === POSSIBLE_DEBTS)
  if (!possible?.resources.some(({ scraped }) => scraped.status.statusId === MAY_OWE)) return undefined
  return possible.total ? `${moneyText(possible.total, country)} de tenencia posible` : 'tenencia posible, sin importe'
}

const knowledgeOf = (types: readonly ScrapedResourceType[]) => {
  const answers = types.map(({ resourceType, status, freshness, resources }) => ({
    typeId: resourceType.resourceTypeId,
    statusId: status.statusId,
    freshness,
    byHand: resources.every(({ resource }) => !resource.automatic),
  }))
  const byHand = answers.filter((answer) => isOwed(answer.typeId) && isByHand(answer)).map(({ typeId }) => typeId)
  const missing = [...new Set([...missingOf(answers), ...unansweredOf(types)])].filter((id) => !byHand.includes(id))
  const isAnyAnswered = answers.some(
    ({ typeId }) => MONEY_TYPES.has(typeId) && ![...missing, ...byHand].includes(typeId),
  )
  return { byHand, missing, isAnyAnswered }
}

/**
 * The server's sum. Null means no debt was found: nothing is owed according to the kinds of debt that have answered.
 */
export const KnownDebt = ({ types, debt }: { types: readonly ScrapedResourceType[]; debt: Debt }) => {
  const { clock, country } = useVehicle()
  const { byHand, missing, isAnyAnswered } = knowledgeOf(types)
  const old = oldestOf(types)
  const notCounted = byHandWords(byHand, country)
  const possible = possibleWords(types, country)
  const { amount, more } = debtWords(
    { ...debt, total: debt.total ?? (isAnyAnswered ? 0 : null) },
    [...missing, ...byHand],
    country,
  )
  return (
    <p className="known-debt flex-wrap gap-4-12 baseline">
      <span>{localText('Adeudo total')}</span>
      <strong>{amount === NOTHING ? localText(possible ? 'Sin adeudos confirmados' : 'Sin adeudos') : amount}</strong>
      {old && <span className="muted">{sinceText('dato antiguo, consultado', old, clock.now, clock.zone)}</span>}
      {more && <span className="muted">{more}</span>}
      {possible && <span className="muted">+ {possible}</span>}
      {missing.length > 0 && (
        <span className="known-debt__missing small muted">
          Sin respuesta: {missing.map((id) => typeName(id, country)).join(', ')}
        </span>
      )}
      {notCounted && <span className="known-debt__missing small muted">{notCounted}</span>}
    </p>
  )
}

/** A warning about units whose last value ends, if debts are stated in them. */
const UnitsEnd = () => {
  const { units, today } = useVehicle()
  const text = unitsEndText(units, today)
  if (!text) return null
  return (
    <p className="units-end note note--warning flex gap-8 align-top small">
      <StatusSign sign="warning" size={16} />
      <span>
        {text} {localText('Los adeudos de días sin valor se muestran sin importe.')}
      </span>
    </p>
  )
}

const ResourceHistory = lazy(() => import('./ResourceHistory.tsx').then((m) => ({ default: m.ResourceHistory })))

const TEXT_CLASSES: Partial<Record<Sign, string>> = { debt: 'debt-text', warning: 'warning-text', clear: 'clear-text' }

/** The signs whose blocks are open initially. */
const OPEN: readonly Sign[] = ['debt', 'warning', 'unknown']

/** The block in the address is open, scrolled to the top, and has the focus. */
const useWanted = (isWanted: boolean) => {
  const block = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isWanted || !block.current) return
    block.current.open = true
    block.current.querySelector('summary')?.focus({ preventScroll: true })
    scrollInDialog(block.current)
  }, [isWanted])
  return block
}

/** A resource type: its status and sum, and a block for each of its sources. */
const TypeBlock = ({ type, isWanted }: { type: ScrapedResourceType; isWanted: boolean }) => {
  const { clock, country } = useVehicle()
  const block = useWanted(isWanted)
  const { resourceType, status, freshness, total, withoutAmount, resources } = type
  const { sign, old, words, age } = statusWords(status.statusId, freshness, clock)
  // A block that was opened automatically does not close when an answer arrives while the user reads it.
  const calls = isWanted || (OPEN.includes(sign) && resources.length > 0)
  const [open, setOpen] = useState(calls)
  if (calls && !open) setOpen(true)
  const off = resources.some(({ scraped }) => scraped.result.some(({ sumMismatch }) => sumMismatch))
  const name = typeName(resourceType.resourceTypeId, country)
  // Every resource of a type contains the same history.
  const past = resources.find(({ scraped }) => scraped.history.length > 0)?.scraped.history
  const byHand = !freshness && resources.every(({ resource }) => !resource.automatic)
  // A sum of 0 beside a debt means that another type contains the amount: no dash, which would read as no debt.
  const owed = total !== 0 && (total !== null || (sign === 'debt' && MONEY_TYPES.has(resourceType.resourceTypeId)))
  return (
    <details ref={block} className="type ruled-above" open={open}>
      <summary className="row gap-12">
        <StatusSign sign={sign} old={old} size={22} />
        <span className="type__name flex-wrap baseline grow">
          <h4>{name}</h4>
          <span className={TEXT_CLASSES[sign] ?? 'muted'}>{words}</span>
          <span className="small muted">
            {old && 'dato antiguo, '}
            {resources.length === 0 ? 'sin fuente para este vehículo' : byHand ? 'sin consulta automática' : age}
          </span>
        </span>
        <span className="type__total stack strong nowrap">
          {owed ? moneyText(total, country) : ''}
          {withoutAmount > 0 && <small className="muted regular">+ {withoutAmount} sin importe</small>}
          {owed && off && <small className="warning-text regular">no cuadra con sus importes</small>}
        </span>
        <Icon name="down" size={14} />
      </summary>
      {resources.length === 0 && (
        <p className="type__none muted">
          Ninguna fuente de este tipo corresponde a su estado; por eso no se ha consultado.
        </p>
      )}
      {resources.map((resource) => (
        <ResourceBlock key={resource.resource.resourceId} one={resource} />
      ))}
      {past && (
        <Suspense>
          <ResourceHistory rows={past} />
        </Suspense>
      )}
    </details>
  )
}

type Props = {
  types: readonly ScrapedResourceType[]
  /** The type in the address. */
  wanted?: number | undefined
}

export const Situation = ({ types, wanted }: Props) => (
  <section aria-labelledby="situation">
    <header className="situation-head row-wrap gap-4-12 between">
      <h3 id="situation" tabIndex={-1}>
        Situación
      </h3>
      <AskAllAgain all={types.flatMap(({ resources }) => resources)} />
    </header>
    <UnitsEnd />
    {types.map((type) => (
      <TypeBlock
        key={type.resourceType.resourceTypeId}
        type={type}
        isWanted={type.resourceType.resourceTypeId === wanted}
      />
    ))}
    {types.length === 0 && <p className="muted">Sin datos</p>}
  </section>
)
