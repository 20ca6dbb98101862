// The second tab: the last fifty sends, what went out in each, and how its emails fared.
import type { Round } from '@padron/contract/report-outcomes'
import { reports as calls } from '@padron/contract/reports'
import type { ReactNode } from 'react'
import { useNow } from '../../api/use-now.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { dateTime } from '../../lib/dates.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useUser } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MailboxLink } from '../../ui/MailboxLink.tsx'
import { Message } from '../../ui/Message.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { DeliveriesDialog } from '../queue/DeliveriesDialog.tsx'
import { RoundItem, roundTitle } from './RoundItem.tsx'
import { zoneName } from './report-words.ts'
import { ReportsSearch } from './search.ts'
import './sends.css'

const BONES = 4
const NONE: readonly Round[] = []

export const SendsTab = (): ReactNode => {
  const { zone } = useUser()
  const clock = { now: useNow(), zone }
  const [search, setSearch] = useSearchState(ReportsSearch)
  const list = useQuietCall(calls.rounds, {}, { poll: true })
  const rounds = list.data?.rounds ?? NONE
  const open = rounds.find(({ queueItemId }) => queueItemId === search.item)
  const content = (): ReactNode => {
    if (list.isError && !list.data)
      return <LoadFailure title={calls.rounds.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!list.data) return <TableSkeleton label="Cargando los envíos" rows={BONES} columns={4} />
    if (rounds.length === 0)
      return (
        <Message
          title="Todavía no se ha enviado nada"
          detail="Cuando llegue la fecha de un reporte, o alguien lo envíe o lo pruebe, aquí verá qué salió y cómo les fue a los correos."
        />
      )
    return (
      <ol className="rounds stack gap-8" aria-label="Envíos">
        {rounds.map((round) => (
          <RoundItem
            key={round.queueItemId}
            round={round}
            clock={clock}
            onDeliveries={() => setSearch({ item: round.queueItemId })}
          />
        ))}
      </ol>
    )
  }
  return (
    <section className="reports__block" aria-labelledby="sends" aria-busy={list.isFetching}>
      <header className="reports__head">
        <h2 id="sends">Últimos envíos</h2>
        <span className="muted">{zoneName(zone)}</span>
        <MailboxLink />
        <RefreshButton list={list} row={calls.rounds} />
      </header>
      {content()}
      {search.item && (
        <DeliveriesDialog
          queueItemId={search.item}
          title={open ? `${roundTitle(open)}, ${dateTime(open.dateTime, zone)}` : 'Reportes programados'}
          onClose={() => setSearch({ item: undefined }, { replace: true })}
        />
      )}
    </section>
  )
}
