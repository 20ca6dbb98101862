// The alerts: a table, and on a phone a card for each.
import type { Alert } from '@padron/contract/alerts'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Mails, Rule, StandingCell, Value, ViewLink } from './AlertCells.tsx'
import { AlertLetters } from './AlertLetters.tsx'
import type { AlertSwitching } from './use-switch-alert.ts'

export type Ask = (what: 'edit' | 'delete', alert: Alert) => void

type Props = { alerts: readonly Alert[]; clock: Clock; admin: boolean; switching: AlertSwitching; ask: Ask }
type OneProps = Omit<Props, 'alerts'> & { alert: Alert }

const Active = ({ alert, switching: { pending, switchTo } }: OneProps): ReactNode => (
  <Switch
    label={`Alerta ${alert.name}`}
    on={alert.active}
    words={['Activa', 'Apagada']}
    bare
    busy={pending.has(alert.alertId)}
    onSwitch={(on) => switchTo(alert, on)}
  />
)

const Actions = ({ alert, ask }: OneProps): ReactNode => {
  const actions = (): readonly MenuAction[] => [
    { key: 'edit', label: 'Editar', icon: 'edit', run: () => ask('edit', alert) },
    { key: 'delete', label: 'Eliminar', icon: 'trash', run: () => ask('delete', alert) },
  ]
  return <ActionMenu label={`Acciones de ${alert.name}`} actions={actions} />
}

const Row = (props: OneProps): ReactNode => {
  const { alert, clock, admin } = props
  return (
    <tr data-row={alert.alertId}>
      <th scope="row">
        {alert.name}
        <small className="alert__under">
          <span className="muted">De la vista </span>
          <ViewLink view={alert.view} />
        </small>
      </th>
      <td>
        <Rule alert={alert} />
      </td>
      <td>
        <Value alert={alert} clock={clock} />
      </td>
      <td>
        <StandingCell alert={alert} clock={clock} />
      </td>
      <td>
        <Mails alert={alert} />
        <AlertLetters alert={alert} />
      </td>
      {admin && (
        <>
          <td>
            <Active {...props} />
          </td>
          <td className="alerts__actions">
            <Actions {...props} />
          </td>
        </>
      )}
    </tr>
  )
}

const HEADINGS = ['Alerta', 'Qué mide', 'Valor', 'Estado', 'Destinatarios'] as const

export const AlertTable = ({ alerts, ...rest }: Props): ReactNode => (
  <table className="alerts__table">
    <caption className="visually-hidden">Alertas</caption>
    <thead>
      <tr>
        {HEADINGS.map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
        {rest.admin && (
          <>
            <th scope="col">Activa</th>
            <th scope="col">
              <span className="visually-hidden">Acciones</span>
            </th>
          </>
        )}
      </tr>
    </thead>
    <tbody>
      {alerts.map((alert) => (
        <Row key={alert.alertId} alert={alert} {...rest} />
      ))}
    </tbody>
  </table>
)

const Card = (props: OneProps): ReactNode => {
  const { alert, clock, admin } = props
  return (
    <li className="card alerts__card">
      <div className="card__head">
        <strong>{alert.name}</strong>
        {admin && <Actions {...props} />}
      </div>
      <StandingCell alert={alert} clock={clock} />
      <Rule alert={alert} />
      <Value alert={alert} clock={clock} />
      <p>
        <span className="muted">De la vista </span>
        <ViewLink view={alert.view} />
      </p>
      <Mails alert={alert} />
      <AlertLetters alert={alert} />
      {admin && <Active {...props} />}
    </li>
  )
}

export const AlertCards = ({ alerts, ...rest }: Props): ReactNode => (
  <ul className="cards" aria-label="Alertas">
    {alerts.map((alert) => (
      <Card key={alert.alertId} alert={alert} {...rest} />
    ))}
  </ul>
)
