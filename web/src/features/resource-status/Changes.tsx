// 'Qué cambió': what the sources said anew of the vehicle, newest first.
import type { Country } from '@padron/contract/countries'
import { type Change, resourceStatus } from '@padron/contract/resource-status'
import { type ReactNode, useState } from 'react'
import { usePages } from '../../api/use-pages.ts'
import type { Clock } from '../../lib/clock.ts'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { When } from '../../ui/When.tsx'
import { detailOf, signOf, titleOf } from './change-words.ts'

const AT_FIRST = 5

type Props = { vehicleAssetId: number; clock: Clock; country: Country }

const Line = ({ change, clock, country }: { change: Change } & Omit<Props, 'vehicleAssetId'>): ReactNode => (
  <li className={change.first ? 'change flex gap-10 small ruled change--first' : 'change flex gap-10 small ruled'}>
    <StatusSign sign={signOf(change)} size={16} />
    <div className="narrow">
      <p className="break">
        <strong>{titleOf(change)}</strong> <span className="figures-text">{detailOf(change, country)}</span>
      </p>
      {(change.folio || change.description) && (
        <p className="break">{[change.folio, change.description].filter(Boolean).join(' · ')}</p>
      )}
      <p className="muted break">{change.resourceName}</p>
    </div>
    <When at={change.dateTime} clock={clock} />
  </li>
)

const Lines = ({ changes, ...rest }: { changes: readonly Change[] } & Omit<Props, 'vehicleAssetId'>): ReactNode => (
  <ol className="change-list" aria-label="Qué cambió en las fuentes">
    {changes.map((change) => (
      <Line key={change.eventId} change={change} {...rest} />
    ))}
  </ol>
)

const useChanges = (vehicleAssetId: number) =>
  usePages(resourceStatus.changes, {
    args: (before: string | undefined) => ({
      params: { vehicleId: `${vehicleAssetId}` },
      query: before === undefined ? {} : { before },
    }),
    next: ({ changes, more }) => (more ? changes.at(-1)?.eventId : undefined),
  })

const Listed = ({ vehicleAssetId, clock, country }: Props): ReactNode => {
  const { data, error, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useChanges(vehicleAssetId)
  const [all, showAll] = useState(false)
  const changes = data?.pages.flatMap((page) => page.changes) ?? []
  if (isError && !data)
    return (
      <FailureLine
        className="history__failed"
        title={resourceStatus.changes.fails}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <div role="status" aria-label="Cargando lo que cambió" className="history-skeleton" />
  if (changes.length === 0) return <p className="muted">Las fuentes no han dicho nada nuevo de este vehículo.</p>
  const shown = all ? changes : changes.slice(0, AT_FIRST)
  return (
    <>
      <Lines changes={shown} clock={clock} country={country} />
      {changes.length > AT_FIRST && (
        <button type="button" className="link-button" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Ver solo lo más reciente' : `Ver ${changes.length} cambios${hasNextPage ? ' y los anteriores' : ''}`}
        </button>
      )}
      {all && hasNextPage && (
        <button
          type="button"
          className="button button--small"
          aria-disabled={isFetchingNextPage}
          onClick={() => isFetchingNextPage || void fetchNextPage()}
        >
          {isFetchingNextPage && <span className="spinner" aria-hidden="true" />}
          Mostrar más
        </button>
      )}
    </>
  )
}

export const Changes = (props: Props): ReactNode => (
  <section aria-labelledby="changes" className="changes-section">
    <h3 id="changes" tabIndex={-1}>
      Qué cambió
    </h3>
    <Listed {...props} />
  </section>
)
