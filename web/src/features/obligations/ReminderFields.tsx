// The fields of the reminders, and what there is to know before they are of use.
import { OBLIGATION_KINDS } from '@padron/contract/obligation-kinds'
import { LADDER } from '@padron/contract/obligations'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNow } from '../../api/use-now.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { type BoxProps, formFields } from '../../ui/form/fields.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { When } from '../../ui/When.tsx'
import { choiceName, kindsFor } from './kind-words.ts'
import { type ReminderChoice, type Reminders, stepText } from './reminder-words.ts'

const { CheckField, GroupField } = formFields<ReminderChoice>()

const Where = ({ email, mails }: Reminders): ReactNode => {
  if (!mails)
    return (
      <p className="told-box flex gap-8 bordered rounded">
        <StatusSign sign="warning" size={18} />
        <span>
          Esta instalación no tiene servidor de correo: puede guardar su elección, pero no se enviará ningún
          recordatorio hasta que el administrador lo configure.
        </span>
      </p>
    )
  if (!email)
    return (
      <p className="told-box flex gap-8 bordered rounded">
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

type ChecksProps<T> = {
  box: BoxProps
  options: readonly { value: T; label: string }[]
  value: readonly T[]
  onChange: (value: T[]) => void
}

const Checks = <T extends string | number>({ box, options, value, onChange }: ChecksProps<T>): ReactNode => (
  <div className="reminders__checks stack">
    {options.map((option) => (
      <label key={option.value} className="check">
        <input
          type="checkbox"
          {...box}
          checked={value.includes(option.value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, option.value] : value.filter((one) => one !== option.value))
          }
        />
        {option.label}
      </label>
    ))}
  </div>
)

const STEPS = LADDER.map((days) => ({ value: days as number, label: stepText(days) }))
/** In the order of the ladder and of the table, whatever was pressed first. */
const inOrder = <T,>(value: readonly T[], order: readonly T[]): T[] => order.filter((one) => value.includes(one))
const KINDS = OBLIGATION_KINDS.map(({ kind }) => kind)

export const ReminderFields = ({ kept }: { kept: Reminders }): ReactNode => {
  const { country, zone } = useUser()
  const now = useNow()
  const kinds = kindsFor(useCan('documents_read')).map((kind) => ({ value: kind, label: choiceName(kind, country) }))
  return (
    <>
      <Where {...kept} />
      <CheckField name="active" label={<strong>Enviarme recordatorios</strong>} isSwitch />
      <GroupField name="days" label="Cuándo">
        {(box, { value, put }) => (
          <Checks box={box} options={STEPS} value={value} onChange={(days) => put(inOrder(days, LADDER))} />
        )}
      </GroupField>
      <GroupField name="kinds" label="De qué">
        {(box, { value, put }) => (
          <Checks box={box} options={kinds} value={value} onChange={(chosen) => put(inOrder(chosen, KINDS))} />
        )}
      </GroupField>
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
