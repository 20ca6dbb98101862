// One report: its content, schedule, vehicles and recipients, and its last result.
import { reports as calls } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import { outcomeText } from '@padron/contract/reports/rules'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { zoneName } from '@padron/contract/texts/zone-name'
import { notify } from '../../api/notify.ts'
import { useNoticeAction } from '../../api/use-notice-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { useCan, useSeesAll } from '../../session/user-context.ts'
import { EmailText } from '../../ui/domain/EmailText.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { ActionMenu, type MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { When } from '../../ui/When.tsx'
import type { OpenReport } from './ReportDialogs.tsx'
import {
  fleetText,
  kindName,
  nextText,
  outcomeSign,
  recipientsOf,
  recipientsText,
  scheduleText,
} from './report-texts.ts'
import { definitionOf } from './report-values.ts'
import { useTrial } from './use-trial.ts'

type Props = {
  report: Report
  clock: Clock
  /** The master switch is off: no report is sent. */
  allOff: boolean
  onOpen: (open: OpenReport) => void
}

const Next = ({ report: { nextAt, active }, clock, allOff }: Omit<Props, 'onOpen'>) => {
  if (!active) return <span className="muted">En pausa: no se envía</span>
  if (!nextAt) return <span className="muted">{allOff ? 'No se envía: el envío está en pausa' : 'Sin fecha'}</span>
  return (
    <span className="report__two stack">
      <time dateTime={nextAt} title={dateInText(nextAt, clock.zone)}>
        {nextText(nextAt, clock.now, clock.zone)}
      </time>
      <small className="muted">
        {dateInText(nextAt, clock.zone)} ({zoneName(clock.zone)})
      </small>
    </span>
  )
}

const Last = ({ report: { last }, clock }: Pick<Props, 'report' | 'clock'>) => {
  if (!last) return <span className="muted">Ninguno todavía</span>
  return (
    <span className="report__two stack">
      <span className="row-inline gap-6">
        <StatusSign sign={outcomeSign(last.outcome, last.letters)} size={16} />
        {outcomeText(last.outcome, last.letters)}
      </span>
      <small className="muted">
        <When at={last.at} clock={clock} />
        {last.vehicles !== null && ` · ${vehiclesText(last.vehicles)}`}
      </small>
    </span>
  )
}

/** The addresses from which emails bounce, with what to do about it. */
const Trouble = ({ troubled }: Pick<Report, 'troubled'>) =>
  troubled.length > 0 && (
    <p className="flex gap-8 align-start break">
      <StatusSign sign="warning" size={16} />
      <span>
        El último correo no llegó a {troubled.join(', ')}: revise la dirección, o pregunte por qué se rechaza.
      </span>
    </p>
  )

/** The report's own switch, saved at once; displays the new value during the request. */
const useActive = (report: Report) => {
  const { mutate, isPending, variables } = useNoticeAction(
    calls.edit,
    ({ name, active }) => notify('done', active ? 'Reporte activado' : 'Reporte en pausa', { about: name }),
    calls.list,
  )
  const seesAll = useSeesAll()
  const { channels, ...definition } = definitionOf(report)
  return {
    on: isPending ? variables.body.active === true : report.active,
    busy: isPending,
    set: (active: boolean): void =>
      mutate({
        params: { reportId: `${report.reportId}` },
        body: { ...definition, ...(seesAll && { channels }), active, version: report.version },
      }),
  }
}

const useActions = (report: Report, onOpen: Props['onOpen']): (() => readonly MenuAction[]) => {
  const trial = useTrial()
  const open = (what: OpenReport['what']) => () => onOpen({ what, report })
  const reason = trial.busy ? 'Se está enviando' : undefined
  return () => [
    { key: 'edit', label: 'Editar', icon: 'edit', run: open('form') },
    { key: 'preview', label: 'Vista previa', icon: 'eye', run: open('preview') },
    {
      key: 'trial',
      label: 'Enviar prueba a mi correo',
      icon: 'mail',
      reason,
      run: () => trial.send(definitionOf(report), report.reportId),
    },
    { key: 'send', label: 'Enviar ahora', icon: 'play', run: open('send') },
    { key: 'delete', label: 'Eliminar', icon: 'trash', run: open('delete') },
  ]
}

export const ReportCard = (props: Props) => {
  const { report, onOpen } = props
  const { name, kind } = report
  const mayChange = useCan('programReports_admin')
  const seesAll = useSeesAll()
  const { on, busy, set } = useActive(report)
  const actions = useActions(report, onOpen)
  const facts = [
    ['Cuándo', scheduleText(report)],
    ['Próximo envío', <Next key="next" {...props} />],
    [
      'Para',
      <span key="mails" title={recipientsOf(report).join(', ')}>
        <EmailText text={recipientsText(report)} />
      </span>,
    ],
    [
      'Vehículos',
      <span
        key="asked"
        className="report__two stack"
        title={report.asked.map(([what, value]) => `${what}: ${value}`).join(' · ')}
      >
        {fleetText(report)}
        {seesAll && report.seenBy !== null && <small className="muted">Con lo que ve {report.seenBy}</small>}
      </span>,
    ],
    ['Último envío', <Last key="last" {...props} />],
  ] as const
  return (
    <li>
      <article className="reports__item stack gap-8 bordered rounded-large" aria-label={name} data-off={!report.active}>
        <header className="report__head row-wrap gap-4-12">
          <h3 className="break">{name}</h3>
          <span className="report__kind muted">{kindName(kind)}</span>
          <Switch bare label={`Envío de ${name}`} on={on} may={mayChange} busy={busy} onSwitch={set} />
          {mayChange && <ActionMenu label={`Acciones de ${name}`} actions={actions} />}
        </header>
        <dl className="report__facts stack">
          {facts.map(([what, value]) => (
            <div key={what}>
              <dt className="small muted">{what}</dt>
              <dd className="break">{value}</dd>
            </div>
          ))}
        </dl>
        <Trouble troubled={report.troubled} />
      </article>
    </li>
  )
}
