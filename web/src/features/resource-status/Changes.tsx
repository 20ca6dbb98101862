// 'Qué cambió': the changes that the sources reported about the vehicle, newest first. An outage is not a change of the
// vehicle.
import type { Country } from '@padron/contract/places/countries'
import { CHANGE_KINDS, type Change, type ChangeKind, resourceStatus } from '@padron/contract/resource-status'
import { statusText, statusTone } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import { useState } from 'react'
import { usePages } from '../../api/use-pages.ts'
import { moneyText } from '../../lib/money-text.ts'
import type { Sign } from '../../lib/status-texts.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { When } from '../../ui/When.tsx'
import { useVehicle } from './vehicle-context.ts'

const AT_FIRST = 5

// A vanished debt may be paid or not: unknown.
const SIGNS: Readonly<Record<Exclude<ChangeKind, 'status'>, Sign>> = {
  new: 'debt',
  grew: 'debt',
  returned: 'debt',
  fell: 'clear',
  paid: 'clear',
  vanished: 'unknown',
}

export const changeSign = ({ kind, statusAfter }: Change): Sign =>
  kind === 'status' ? statusTone(statusAfter ?? -1) : SIGNS[kind]

const FIRST: Partial<Record<ChangeKind, string>> = {
  new: 'Adeudo en la primera respuesta',
  status: 'Primera respuesta',
}
export const resourceChangeTitle = ({ kind, first }: Change): string =>
  localText((first && FIRST[kind]) || CHANGE_KINDS[kind])

/** 'Sin multas → Con multas'; '$100.00 MXN → $150.00 MXN'; a single amount if there is only one. */
export const detailOf = (change: Change, country: Country): string => {
  const { kind, before, after, statusBefore, statusAfter, first } = change
  if (kind === 'status') {
    const words = [first ? null : statusBefore, statusAfter]
    return words.flatMap((id) => (id === null ? [] : [statusText(id)])).join(' → ')
  }
  if (before !== null && after !== null && before !== after)
    return `${moneyText(before, country)} → ${moneyText(after, country)}`
  const amount = after ?? before
  return amount === null ? 'sin importe' : moneyText(amount, country)
}

const Line = ({ change }: { change: Change }) => {
  const { clock, country } = useVehicle()
  return (
    <li className={`change flex gap-10 small ruled ${change.first ? 'change--first' : ''}`}>
      <StatusSign sign={changeSign(change)} size={16} />
      <div className="fill">
        <p className="break">
          <strong>{resourceChangeTitle(change)}</strong>{' '}
          <span className="figures-text">{detailOf(change, country)}</span>
        </p>
        {(change.folio || change.description) && (
          <p className="break">{[change.folio, change.description].filter(Boolean).join(' · ')}</p>
        )}
        <p className="muted break">{change.resourceName}</p>
      </div>
      <When at={change.dateTime} clock={clock} />
    </li>
  )
}

const Listed = () => {
  const { vehicleAssetId } = useVehicle()
  const { data, error, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages(
    resourceStatus.changes,
    {
      args: (before: string | undefined) => ({
        params: { vehicleId: `${vehicleAssetId}` },
        query: before === undefined ? {} : { before },
      }),
      next: ({ changes, more }) => (more ? changes.at(-1)?.eventId : undefined),
    },
  )
  const [all, showAll] = useState(false)
  const changes = data?.pages.flatMap((page) => page.changes) ?? []
  if (isError && !data)
    return <FailureLine className="debt-text" title={resourceStatus.changes.fails} query={{ error, refetch }} />
  if (!data) return <div role="status" aria-label="Cargando lo que cambió" className="history-skeleton" />
  if (changes.length === 0) return <p className="muted">Las fuentes no han dicho nada nuevo de este vehículo.</p>
  const visible = all ? changes : changes.slice(0, AT_FIRST)
  return (
    <>
      <ol className="change-list" aria-label="Qué cambió en las fuentes">
        {visible.map((change) => (
          <Line key={change.eventId} change={change} />
        ))}
      </ol>
      {changes.length > AT_FIRST && (
        <Button kind="link" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Ver solo lo más reciente' : `Ver ${changes.length} cambios${hasNextPage ? ' y los anteriores' : ''}`}
        </Button>
      )}
      {all && hasNextPage && (
        <Button label="Mostrar más" small busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />
      )}
    </>
  )
}

export const Changes = () => (
  <section aria-labelledby="changes" className="changes-section">
    <h3 id="changes" tabIndex={-1}>
      Qué cambió
    </h3>
    <Listed />
  </section>
)
