// "Recordatorios": the user's reminders of due dates: whether they are sent, of which kinds, when and to which
// addresses. They are changed in the dialog of "Vencimientos".
import { obligations as calls } from '@padron/contract/obligations'
import { useQuietCall } from '../../api/use-call.ts'
import { useSearchState } from '../../lib/search-params.ts'
import type { Sign } from '../../lib/status-texts.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { ListBox } from '../../ui/overlay/ListBox.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { When } from '../../ui/When.tsx'
import './obligations.css'
import { RemindersDialog, Where } from './RemindersDialog.tsx'
import { type Reminders, remindedText, stepsText, whyNotSent } from './reminder-texts.ts'
import { RemindersSearch } from './search.ts'

const TITLE = 'Recordatorios'

const stateOf = (reminders: Reminders): { sign: Sign; text: string } => {
  if (!reminders.active) return { sign: 'unprocessed', text: 'En pausa: no se le envía ninguno' }
  const problem = whyNotSent(reminders)
  return problem ? { sign: 'warning', text: problem } : { sign: 'clear', text: 'Activos' }
}

const Facts = ({ reminders }: { reminders: Reminders }) => {
  const { country } = useUser()
  const clock = useClock()
  const { days, kinds, lastSentAt } = reminders
  const { sign, text } = stateOf(reminders)
  return (
    <div className="reminders__facts stack gap-12">
      <Where {...reminders} />
      <dl className="reminders__list">
        <div>
          <dt>Estado</dt>
          <dd className="row gap-6">
            <StatusSign sign={sign} size={16} />
            {text}
          </dd>
        </div>
        <div>
          <dt>Cuándo</dt>
          <dd>{stepsText(days)}</dd>
        </div>
        <div>
          <dt>Qué recordar</dt>
          <dd>{remindedText(kinds, country)}</dd>
        </div>
        <div>
          <dt>Último enviado</dt>
          <dd>{lastSentAt ? <When at={lastSentAt} clock={clock} /> : 'Ninguno todavía'}</dd>
        </div>
      </dl>
    </div>
  )
}

export const RemindersScreen = () => {
  useTitle(TITLE)
  const { now } = useClock()
  const [search, setSearch] = useSearchState(RemindersSearch)
  const list = useQuietCall(calls.reminders, {})
  return (
    <div className="page grid-one gap-12 wide relative">
      <PrintLine now={now} />
      <header className="page__head row-wrap gap-8-12">
        <h1 tabIndex={-1}>{TITLE}</h1>
        <Button
          kind="primary"
          icon="edit"
          label="Cambiar recordatorios"
          aria-haspopup="dialog"
          onClick={() => setSearch({ edit: 'si' })}
        />
      </header>
      <p className="measure muted">
        Cada mañana, un aviso con lo que está por vencer en los vehículos que usted puede ver. Cada persona elige los
        suyos.
      </p>
      <ListBox list={list} fails={calls.reminders.fails} loading="Cargando los recordatorios" rows={4} columns={2}>
        {list.data && <Facts reminders={list.data} />}
      </ListBox>
      {search.edit && <RemindersDialog onClose={() => setSearch({ edit: undefined }, { replace: true })} />}
    </div>
  )
}
