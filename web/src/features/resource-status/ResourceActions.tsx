// What may be done about one source's answer: asking it again, or capturing by hand what it says.
import type { ScrapedResource } from '@padron/contract/resource-status'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { captureKey, DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { AskAgain } from './AskAgain.tsx'
import { againOf, wantsPerson } from './ask-again.ts'
import { useVehicleId } from './vehicle-id.ts'

/** The drawer keeps the focus inside: when the form over it closes, it would give it to its own first button. */
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

const Capture = ({ one: { resource, scraped } }: { one: ScrapedResource }): ReactNode => {
  const vehicleId = useVehicleId()
  const [{ captura }, setSearch] = useSearchState(DrawerSearch)
  const button = useRef<HTMLButtonElement>(null)
  const key = captureKey(vehicleId, resource.resourceId)
  useFocusBack(captura === key, button)
  const verb = scraped.capture ? 'Capturar de nuevo' : 'Capturar'
  return (
    <button
      ref={button}
      type="button"
      className="button button--small"
      aria-haspopup="dialog"
      aria-label={`${verb} ${resource.descriptionSpanish}`}
      onClick={() => setSearch({ captura: key })}
    >
      <Icon name="camera" size={15} />
      {verb}
    </button>
  )
}

export const ResourceActions = ({ one, clock }: { one: ScrapedResource; clock: Clock }): ReactNode => {
  const may = useCan('processing_admin')
  const again = againOf(one, clock.now)
  if (!may) return again === 'queued' ? <p className="muted">En cola para consultarse</p> : null
  return (
    <div className="resource__actions no-print row-wrap">
      {again !== 'person' && <AskAgain one={one} again={again} clock={clock} />}
      {wantsPerson(one) && <Capture one={one} />}
    </div>
  )
}
