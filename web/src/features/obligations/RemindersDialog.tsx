// "Recordatorios por correo": whether reminders are sent, how many days before, of which kinds, and to which addresses.
// If none can be sent, it says so.
import { obligations as calls, LADDER } from '@padron/contract/obligations'
import { ReminderKind } from '@padron/contract/rules/obligation-kinds'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { ChannelChecks } from '../../ui/form/ChannelChecks.tsx'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { type BoxProps, formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { When } from '../../ui/When.tsx'
import { choiceName, kindsFor } from './kind-labels.ts'
import { CALENDARS, type Reminders, stepText } from './reminder-texts.ts'

type ReminderChoice = Pick<Reminders, 'active' | 'days' | 'kinds' | 'byEmail'> & { channels: readonly number[] }

const TITLE = 'Recordatorios por correo'
const UNSAVED_CHOICE = { ...UNSAVED_TEXT, text: 'Lo que eligió no se ha guardado.' }
const SKELETON_ROWS = 4

const { CheckField, GroupField } = formFields<ReminderChoice>()

export const Warning = ({ children }: { children: ReactNode }) => (
  <p className="warning-box flex gap-8 bordered rounded">
    <StatusSign sign="warning" size={18} />
    <span>{children}</span>
  </p>
)

/** The recipients, or why no reminder can be sent. */
export const Where = ({ email, mails, byEmail, channels }: Reminders) => {
  const names = channels.flatMap(({ name, active }) => (active ? [name] : []))
  if (!byEmail && channels.length === 0) return <Warning>No ha elegido ni el correo ni un canal.</Warning>
  if (names.length > 0 && !(byEmail && mails && email))
    return <p>Llegan a {names.join(', ')}, con lo que vence de los vehículos que usted puede ver.</p>
  if (!byEmail) return <Warning>Sus canales no están activos: no se le envía ninguno.</Warning>
  if (!mails)
    return (
      <Warning>
        Esta instalación no tiene servidor de correo: puede guardar su elección, pero no se enviará ningún recordatorio
        hasta que el administrador lo configure.
      </Warning>
    )
  if (!email)
    return (
      <Warning>
        Usted no tiene un correo registrado: no se le puede enviar ninguno. Véalo en{' '}
        <Link to="/account">Mi cuenta</Link> y pida a su administrador que lo agregue.
      </Warning>
    )
  return (
    <p>
      Llegan a <strong>{email}</strong>
      {names.map((name) => `, ${name}`).join('')}, con lo que vence de los vehículos que usted puede ver.
    </p>
  )
}

type ChecksProps<T> = {
  box: BoxProps
  options: readonly { value: T; label: string }[]
  value: readonly T[]
  /** The values have this order, whatever order they were selected in. */
  order: readonly T[]
  onChange: (value: T[]) => void
}

const Checks = <T extends string | number>({ box, options, value, order, onChange }: ChecksProps<T>) => (
  <div className="reminders__checks stack">
    {options.map((option) => (
      <label key={option.value} className="check">
        <input
          type="checkbox"
          {...box}
          checked={value.includes(option.value)}
          onChange={({ target }) =>
            onChange(order.filter((one) => (one === option.value ? target.checked : value.includes(one))))
          }
        />
        {option.label}
      </label>
    ))}
  </div>
)

const STEPS = LADDER.map((days) => ({ value: days as number, label: stepText(days) }))

const ReminderForm = ({ reminders, onClose }: { reminders: Reminders; onClose: () => void }) => {
  const { country } = useUser()
  const clock = useClock()
  const kindOptions: { value: ReminderKind; label: string }[] = [
    ...kindsFor(useCan('documents_read')).map((kind) => ({ value: kind, label: choiceName(kind, country) })),
    { value: 'calendar', label: CALENDARS },
  ]
  // The settings at the moment of opening: a later reply must not overwrite the user's choice.
  const [{ active, days, kinds, byEmail, channels }] = useState(reminders)
  const seesChannels = useCan('programReports_read')
  const form = useForm({
    stored: { active, days, kinds, byEmail, channels: channels.map(({ channelId }) => channelId) } as ReminderChoice,
    // If the reminders are off, the other fields are not validated.
    validate: (choice) =>
      onlyFaults({
        days: choice.active && !choice.days.length && 'Elija al menos un día',
        kinds: choice.active && !choice.kinds.length && 'Elija al menos un tipo de vencimiento',
        channels:
          choice.active && !choice.byEmail && !(seesChannels && choice.channels.length) && 'Elija el correo o un canal',
      }),
    call: calls.setReminders,
    // Omitted, the channels stay: the server accepts them only from users who see them.
    args: ({ channels, ...choice }) => ({ body: { ...choice, ...(seesChannels && { channels: [...channels] }) } }),
    failure: (error) => statusNotice(error) ?? `${calls.setReminders.fails}. Vuelva a intentarlo.`,
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={TITLE}
      verb="Guardar"
      question={UNSAVED_CHOICE}
      className="form reminders"
      onClose={onClose}
    >
      <Where {...reminders} />
      <CheckField name="active" label={<strong>Enviarme recordatorios</strong>} isSwitch />
      <GroupField name="days" label="Cuándo">
        {(box, { value, put }) => <Checks box={box} options={STEPS} order={LADDER} value={value} onChange={put} />}
      </GroupField>
      <GroupField name="kinds" label="Qué recordar">
        {(box, { value, put }) => (
          <Checks box={box} options={kindOptions} order={ReminderKind.options} value={value} onChange={put} />
        )}
      </GroupField>
      {(seesChannels || !byEmail) && (
        <GroupField name="channels" label="Por dónde">
          {(box, { value, put }) => (
            <>
              <CheckField name="byEmail" label="Correo" />
              {seesChannels && <ChannelChecks box={box} chosen={value} onChange={put} />}
            </>
          )}
        </GroupField>
      )}
      <p className="muted">
        Si una fecha cambia, sus recordatorios vuelven a empezar. De los vehículos vendidos o dados de baja no se envía
        ninguno.
      </p>
      <p className="muted reminders__last">
        Último enviado: {reminders.lastSentAt ? <When at={reminders.lastSentAt} clock={clock} /> : 'ninguno todavía'}
      </p>
    </FormDialog>
  )
}

export const RemindersDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, isError, isFetchedAfterMount, error, refetch } = useQuietCall(calls.reminders, {}, { fresh: true })
  if (data && isFetchedAfterMount) return <ReminderForm reminders={data} onClose={onClose} />
  return (
    <Dialog title={TITLE} onClose={onClose}>
      {isError ? (
        <LoadFailure title={calls.reminders.fails} query={{ error, refetch }} />
      ) : (
        <TableSkeleton label="Cargando los recordatorios" rows={SKELETON_ROWS} columns={1} />
      )}
    </Dialog>
  )
}
