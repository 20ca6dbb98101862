// The second tab: the last fifty sends with date, reports, results and emails, and a link to their deliveries.
import { reports as calls } from '@padron/contract/reports'
import type { Round } from '@padron/contract/reports/outcomes'
import { outcomeText } from '@padron/contract/reports/rules'
import { countOf, vehiclesText } from '@padron/contract/texts/count-of'
import { zoneName } from '@padron/contract/texts/zone-name'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { downloadFrom } from '../../lib/download.ts'
import { emailCountsSign, emailCountsText } from '../../lib/email-counts.ts'
import { useSearchState } from '../../lib/search-params.ts'
import type { Sign } from '../../lib/status-texts.ts'
import { useClock } from '../../session/use-clock.ts'
import { MailboxLink } from '../../ui/domain/MailboxLink.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { When } from '../../ui/When.tsx'
import { DeliveriesDialog } from '../queue/DeliveriesDialog.tsx'
import { outcomeSign } from './report-texts.ts'
import { ReportsSearch } from './search.ts'
import './sends.css'
import { Button } from '../../ui/Button.tsx'

const ORIGINS: Readonly<Record<Round['origin'], (who: string) => string>> = {
  scheduled: () => 'Programado',
  ordered: (who) => `Pedido por ${who}`,
  trial: (who) => `Prueba de ${who}`,
}
/** Whether the schedule or a user sent it. */
const originText = ({ origin, who }: Round): string => ORIGINS[origin](who ?? 'una persona')

const roundTitle = (round: Round): string => {
  const [first, ...others] = round.reports
  const what = round.origin === 'scheduled' ? 'Envío programado' : originText(round)
  if (!first) return what
  return `${what}: ${first.name}${others.length > 0 ? ` y ${others.length} más` : ''}`
}

/** The remarks about a sent report: why it was not sent as configured, and whom it did not reach. */
const remarksOf = ({ why, unsent }: Round['reports'][number]): readonly string[] => {
  const count = countOf(unsent, 'correo no se envió', 'correos no se enviaron')
  return [why ?? '', unsent > 0 ? `${count}: se alcanzó el límite diario de la empresa.` : ''].filter(Boolean)
}

const roundStatus = ({ done, error }: Round): { sign: Sign; text: string } => {
  if (error) return { sign: 'warning', text: error }
  return done ? { sign: 'clear', text: 'Terminado' } : { sign: 'unprocessed', text: 'En preparación' }
}

const SentReport = ({ report }: { report: Round['reports'][number] }) => {
  const { name, outcome, letters, vehicles, notices, fileUrl } = report
  return (
    <li className="round__report flex gap-8 align-start">
      <StatusSign sign={outcomeSign(outcome, letters)} size={16} />
      <span className="break narrow">
        <strong>{name}</strong>{' '}
        <span className="muted">
          {outcomeText(outcome, letters)}
          {notices > 0 && ` · avisado en ${countOf(notices, 'canal', 'canales')}`}
          {vehicles !== null && ` · ${vehiclesText(vehicles)}`}
        </span>
        {remarksOf(report).map((remark) => (
          <small key={remark} className="block">
            {remark}
          </small>
        ))}
      </span>
      {fileUrl && (
        <Button
          label="Archivo"
          sends
          small
          icon="download"
          about={`de ${name}`}
          onClick={() => downloadFrom(fileUrl)}
        />
      )}
    </li>
  )
}

const RoundItem = ({ round, clock, onDeliveries }: { round: Round; clock: Clock; onDeliveries: () => void }) => {
  const { letters, trackedAt, reports } = round
  const title = roundTitle(round)
  const { sign, text } = roundStatus(round)
  return (
    <li className="reports__item round stack gap-8 bordered rounded-large">
      <header className="row-wrap gap-4-16">
        <span className="strong">
          <When at={round.dateTime} clock={clock} />
        </span>
        <span className={`round__kind small break bordered${round.origin === 'scheduled' ? '' : ' soft'}`}>
          {originText(round)}
        </span>
        <span className="row-inline gap-6 break fill">
          <StatusSign sign={sign} size={16} />
          {text}
        </span>
      </header>
      {reports.length > 0 && (
        <ul className="round__reports stack gap-4">
          {reports.map((report, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have the same name; they are not reordered
            <SentReport key={at} report={report} />
          ))}
        </ul>
      )}
      <footer className="row-wrap gap-4-16">
        <span className="row-inline gap-6 break narrow">
          <StatusSign sign={emailCountsSign(letters)} size={16} />
          Correos: {emailCountsText(letters)}
        </span>
        {trackedAt && <span className="grow muted">Seguimiento escrito {dateInText(trackedAt, clock.zone)}</span>}
        {letters.total > 0 && (
          <Button label="Ver entregas" small about={`de ${title}`} aria-haspopup="dialog" onClick={onDeliveries} />
        )}
      </footer>
    </li>
  )
}

export const SendsTab = () => {
  const clock = useClock()
  const { zone } = clock
  const [search, setSearch] = useSearchState(ReportsSearch)
  const list = useQuietCall(calls.rounds, {}, { poll: true })
  const rounds = list.data?.rounds ?? []
  const open = rounds.find(({ queueItemId }) => queueItemId === search.item)
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.rounds.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los envíos" rows={4} columns={4} />
    if (rounds.length === 0)
      return (
        <Message
          title="Todavía no se ha enviado nada"
          detail={
            'Cuando llegue la fecha de un reporte, o alguien lo envíe o lo pruebe, aquí verá qué salió y cómo les ' +
            'fue a los correos.'
          }
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
          title={open ? `${roundTitle(open)}, ${dateInText(open.dateTime, zone)}` : 'Reportes programados'}
          onClose={() => setSearch({ item: undefined }, { replace: true })}
        />
      )}
    </section>
  )
}
