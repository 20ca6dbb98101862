// A type of resource: how it stands and what it sums up to, and in it a block for each of its sources.
import type { Country } from '@padron/contract/countries'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { MONEY_TYPES, typeName } from '@padron/contract/resources'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { moneyText } from '../../lib/money-text.ts'
import { type Sign, statusWords } from '../../lib/status-words.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { pastOf } from './past-of.ts'
import { ResourceBlock } from './ResourceBlock.tsx'

const Past = lazy(() => import('./Past.tsx').then((m) => ({ default: m.Past })))

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
    const box = block.current.closest('.dialog__body')
    if (box) box.scrollTop += block.current.getBoundingClientRect().top - box.getBoundingClientRect().top
  }, [wanted])
  return block
}

type BlockProps = { type: ScrapedResourceType; clock: Clock; country: Country; wanted: boolean }

export const TypeBlock = ({ type, clock, country, wanted }: BlockProps): ReactNode => {
  const block = useWanted(wanted)
  const { resourceType, status, freshness, total, withoutAmount, resources } = type
  const { sign, old, words, age } = statusWords(status.statusId, freshness, clock)
  // Once open for the user's eye it is not closed by an answer that comes in the meantime: whoever reads it is there.
  const calls = wanted || (OPEN.includes(sign) && resources.length > 0)
  const [open, setOpen] = useState(calls)
  if (calls && !open) setOpen(true)
  const off = resources.some(({ scraped }) => scraped.result.some(({ sumMismatch }) => sumMismatch))
  const name = typeName(resourceType.resourceTypeId, country)
  const past = pastOf(resources)
  const byHand = !freshness && resources.every(({ resource }) => !resource.automatic)
  // A sum of 0 beside a debt is one that another type tells: no dash, which would read as "nothing owed".
  const owed = total !== 0 && (total !== null || (sign === 'debt' && MONEY_TYPES.has(resourceType.resourceTypeId)))
  return (
    <details ref={block} className="type ruled-above" open={open}>
      <summary className="row gap-12">
        <StatusSign sign={sign} old={old} size={22} />
        <span className="type__name flex-wrap baseline grow">
          <h4>{name}</h4>
          <span className={`type__words type__words--${sign}`}>{words}</span>
          <span className="muted">
            {old && 'dato antiguo, '}
            {resources.length === 0 ? 'sin fuente para este vehículo' : byHand ? 'sin consulta automática' : age}
          </span>
        </span>
        <span className="type__total stack strong nowrap">
          {owed ? moneyText(total, country) : ''}
          {withoutAmount > 0 && <small className="muted regular">+ {withoutAmount} sin importe</small>}
          {owed && off && <small className="warning-text regular">no cuadra con sus importes</small>}
        </span>
      </summary>
      {resources.length === 0 && (
        <p className="type__none muted">
          Ninguna fuente de este tipo corresponde a su estado; por eso no se ha consultado.
        </p>
      )}
      {resources.map((resource) => (
        <ResourceBlock key={resource.resource.resourceId} one={resource} clock={clock} country={country} />
      ))}
      {past.length > 0 && (
        <Suspense>
          <Past rows={past} country={country} zone={clock.zone} />
        </Suspense>
      )}
    </details>
  )
}
