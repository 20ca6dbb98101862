// The fields of the reminders, and what there is to know before they are of use.
import { OBLIGATION_KINDS, type ObligationKind } from '@padron/contract/obligation-kinds'
import { LADDER } from '@padron/contract/obligations'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useNow } from '../../api/use-now.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { When } from '../../ui/When.tsx'
import { choiceName, kindsFor } from './kind-words.ts'
import { type ReminderChoice, type ReminderFaults, type Reminders, stepText } from './reminder-words.ts'

const Where = ({ email, mails }: Reminders): ReactNode => {
  if (!mails)
    return (
      <p className="told-box">
        <StatusSign sign="warning" size={18} />
        <span>
          Esta instalación no tiene servidor de correo: puede guardar su elección, pero no se enviará ningún
          recordatorio hasta que el administrador lo configure.
        </span>
      </p>
    )
  if (!email)
    return (
      <p className="told-box">
        <StatusSign sign="warning" size={18} />
        <span>
          Usted no tiene un correo registrado: no se le puede enviar ninguno. Véalo en{' '}
          <Link to="/account">Mi cuenta</Link> y pida a su administrador que lo agregue.
        </span>
      </p>
    )
  return (
    <p>
      Llegan a <strong>{email}</strong>, con lo que vence de los vehículos que usted puede ver.
    </p>
  )
}

type GroupProps<T> = {
  name: string
  legend: string
  options: readonly { value: T; label: string }[]
  value: readonly T[]
  fault: string | undefined
  onChange: (value: T[]) => void
}

const Group = <T extends string | number>({
  name,
  legend,
  options,
  value,
  fault,
  onChange,
}: GroupProps<T>): ReactNode => {
  const id = useId()
  return (
    <fieldset className="reminders__group" data-field={name} {...(fault && { 'aria-describedby': id })}>
      <legend>{legend}</legend>
      <div className="reminders__checks">
        {options.map((option) => (
          <label key={option.value} className="check">
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              {...(fault && { 'aria-invalid': true, 'aria-describedby': id })}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, option.value] : value.filter((one) => one !== option.value))
              }
            />
            {option.label}
          </label>
        ))}
      </div>
      <small id={id} role="alert" className="field__fault">
        {fault}
      </small>
    </fieldset>
  )
}

const STEPS = LADDER.map((days) => ({ value: days as number, label: stepText(days) }))
/** In the order of the ladder and of the table, whatever was pressed first. */
const inOrder = <T,>(value: readonly T[], order: readonly T[]): T[] => order.filter((one) => value.includes(one))
const KINDS = OBLIGATION_KINDS.map(({ kind }) => kind)

type Props = {
  kept: Reminders
  choice: ReminderChoice
  faults: ReminderFaults
  onChange: (choice: ReminderChoice) => void
}

export const ReminderFields = ({ kept, choice, faults, onChange }: Props): ReactNode => {
  const { country, zone } = useUser()
  const now = useNow()
  const kinds = kindsFor(useCan('documents_read')).map((kind) => ({ value: kind, label: choiceName(kind, country) }))
  return (
    <>
      <Where {...kept} />
      <label className="check">
        <input
          type="checkbox"
          role="switch"
          aria-checked={choice.active}
          checked={choice.active}
          onChange={({ target }) => onChange({ ...choice, active: target.checked })}
        />
        <strong>Enviarme recordatorios</strong>
      </label>
      <Group
        name="days"
        legend="Cuándo"
        options={STEPS}
        value={choice.days}
        fault={faults.days}
        onChange={(days) => onChange({ ...choice, days: inOrder(days, LADDER) })}
      />
      <Group<ObligationKind>
        name="kinds"
        legend="De qué"
        options={kinds}
        value={choice.kinds}
        fault={faults.kinds}
        onChange={(chosen) => onChange({ ...choice, kinds: inOrder(chosen, KINDS) })}
      />
      <p className="muted">
        Si una fecha cambia, sus recordatorios vuelven a empezar. De los vehículos vendidos o dados de baja no se envía
        ninguno.
      </p>
      <p className="muted reminders__last">
        Último enviado: {kept.lastSentAt ? <When at={kept.lastSentAt} clock={{ now, zone }} /> : 'ninguno todavía'}
      </p>
    </>
  )
}
