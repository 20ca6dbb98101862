// The actions for one source's answer: querying it again (or why it cannot be queried now), or capturing it manually;
// and querying all of them.
import { isStatementType } from '@padron/contract/captures/statement'
import { NOT_AVAILABLE, processing } from '@padron/contract/processing'
import { MANUAL_OUTCOMES, type ScrapedResource } from '@padron/contract/resource-status'
import { type RefObject, useEffect, useRef } from 'react'
import { ApiError, statusOf } from '../../api/api-error.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { captureKey, DrawerSearch } from '../../lib/drawer-search.ts'
import { availabilityText } from '../../lib/order-state.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { useVehicle } from './vehicle-context.ts'

/** `person`: no machine queries it. */
type Again = 'now' | 'later' | 'queued' | 'person'

export const NEEDS_A_PERSON = 13

const isFuture = (at: string | null, now: number): boolean => at !== null && Date.parse(at) > now

export const againOf = ({ resource, scraped }: ScrapedResource, now: number): Again => {
  if (resource.service !== 'automatic') return 'person'
  if (scraped.queued) return 'queued'
  return isFuture(scraped.availableAt, now) ? 'later' : 'now'
}

/**
 * Whether a user may capture the answer: no machine queries it, the source requires a person, or a person captured the
 * last one and may correct it.
 */
export const wantsPerson = ({ resource, scraped }: ScrapedResource): boolean =>
  resource.service !== 'automatic' ||
  scraped.capture !== null ||
  scraped.status.statusId === NEEDS_A_PERSON ||
  MANUAL_OUTCOMES.some((outcome) => outcome === scraped.lastAttempt?.outcome)

/** All of them at once: offered if a machine queries any; `person`: none. */
export const allAgain = (resources: readonly ScrapedResource[], now: number): { again: Again; at: string | null } => {
  const automatic = resources.filter(({ resource }) => resource.service === 'automatic')
  const states = automatic.map((one) => againOf(one, now))
  const order: readonly Again[] = ['now', 'queued', 'later']
  const dates = automatic.flatMap(({ scraped }) =>
    isFuture(scraped.availableAt, now) && scraped.availableAt ? [scraped.availableAt] : [],
  )
  return { again: order.find((again) => states.includes(again)) ?? 'person', at: dates.toSorted()[0] ?? null }
}

const REFUSED = 409

type AskProps = {
  text: string
  /** The source; undefined: all of them. */
  resource?: ScrapedResource['resource']
  again: Again
  /** When it can be queried. */
  at: string | null
}

const AskAgain = ({ text, resource, again, at }: AskProps) => {
  const { vehicleAssetId, clock } = useVehicle()
  const { mutate, isPending } = useAction(processing.refresh, {
    onFailure: (error) => {
      if (statusOf(error) !== REFUSED) return false
      notify('error', NOT_AVAILABLE, {
        about: error instanceof ApiError ? error.problem?.errors?.[0]?.message : undefined,
      })
      return true
    },
    onSuccess: ({ message }) => notify('done', message),
  })
  const reasons: Readonly<Partial<Record<Again, string>>> = {
    queued: 'En cola',
    later: availabilityText({ updateDateTime: at, lastUpdate: null }, clock),
  }
  const reason = reasons[again]
  const ask = (): void => {
    const body = resource ? { resourceId: resource.resourceId } : {}
    if (reason !== undefined) notify('warning', reason)
    else mutate({ params: { vehicleId: `${vehicleAssetId}` }, body })
  }
  return (
    <span className="again row-wrap gap-8">
      <Button
        label={text}
        small
        icon="refresh"
        busy={isPending}
        className={reason && 'button--off'}
        aria-disabled={reason !== undefined || isPending}
        {...(resource && { 'aria-label': `${text} ${resource.descriptionSpanish}` })}
        title={reason}
        onClick={ask}
      />
      {reason && <span className="small muted">{reason}</span>}
    </span>
  )
}

export const AskAllAgain = ({ all }: { all: readonly ScrapedResource[] }) => {
  const may = useCan('processing_admin')
  const { again, at } = allAgain(all, useVehicle().clock.now)
  return may && again !== 'person' && <AskAgain text="Volver a consultar todo" again={again} at={at} />
}

/** Focuses the button when the form closes: the drawer's focus trap would focus its own first button. */
const useFocusBack = (open: boolean, button: RefObject<HTMLButtonElement | null>): void => {
  const was = useRef(false)
  useEffect(() => {
    const closed = was.current && !open
    was.current = open
    if (!closed) return
    const timer = setTimeout(() => button.current?.focus())
    return () => clearTimeout(timer)
  }, [open, button])
}

const Capture = ({ one: { resource, scraped } }: { one: ScrapedResource }) => {
  const { vehicleAssetId } = useVehicle()
  const [{ captura, cuenta }, setSearch] = useSearchState(DrawerSearch)
  const button = useRef<HTMLButtonElement>(null)
  const statement = useRef<HTMLButtonElement>(null)
  const key = captureKey(vehicleAssetId, resource.resourceId)
  useFocusBack(captura === key, button)
  useFocusBack(cuenta === key, statement)
  const verb = scraped.capture ? 'Capturar de nuevo' : 'Capturar'
  return (
    <>
      <Button
        label={verb}
        small
        icon="camera"
        ref={button}
        aria-haspopup="dialog"
        aria-label={`${verb} ${resource.descriptionSpanish}`}
        onClick={() => setSearch({ captura: key })}
      />
      {isStatementType(resource.resourceType.resourceTypeId) && (
        <Button
          label="Estado de cuenta"
          small
          ref={statement}
          aria-haspopup="dialog"
          about={`del portal de ${resource.descriptionSpanish}`}
          onClick={() => setSearch({ cuenta: key })}
        />
      )}
    </>
  )
}

export const ResourceActions = ({ one }: { one: ScrapedResource }) => {
  const may = useCan('processing_admin')
  const again = againOf(one, useVehicle().clock.now)
  if (!may) return again === 'queued' ? <p className="muted">En cola para consultarse</p> : null
  return (
    <div className="resource__actions no-print row-wrap">
      {again !== 'person' && (
        <AskAgain text="Volver a consultar" resource={one.resource} again={again} at={one.scraped.availableAt} />
      )}
      {wantsPerson(one) && <Capture one={one} />}
    </div>
  )
}
