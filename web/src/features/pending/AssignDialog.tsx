// "Asignar": assigns the selected items to a user, with a date and a note.
import { addDays, dateOfDay } from '@padron/contract/days'
import { NOTE_AT_MOST, type PendingItem, pending } from '@padron/contract/pending'
import { countOf } from '@padron/contract/texts/count-of'
import { formRefusalText } from '../../api/form-refusal.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { readDay } from '../../lib/typed-day.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Combobox } from '../../ui/overlay/Combobox.tsx'
import { assignmentOf, useAssign } from './use-assign.ts'

type Values = { userId: number | null; dueOn: string; note: string }
const { Field, LongTextField } = formFields<Values>()

const FRIDAY = 5
/** The Friday of this week, or of the next one from Friday on. */
const nextFriday = (today: string): string => {
  const ahead = (FRIDAY - dateOfDay(today).getUTCDay() + 7) % 7
  return addDays(today, ahead === 0 ? 7 : ahead)
}
const QUICK = [
  { label: 'Hoy', dayOf: (today: string) => today },
  { label: 'Mañana', dayOf: (today: string) => addDays(today, 1) },
  { label: 'El viernes', dayOf: nextFriday },
]

const dayFault = (day: string, today: string): string | undefined => {
  if (readDay(day) !== day) return 'Escriba una fecha válida'
  return day < today ? 'La fecha ya pasó' : undefined
}

/** @param stored the former date, which may be in the past */
const faultsOf = ({ userId, dueOn }: Values, today: string, stored: string) => {
  const fault = dueOn === '' || dueOn === stored ? undefined : dayFault(dueOn, today)
  return { ...(userId === null && { userId: 'Elija una persona' }), ...(fault && { dueOn: fault }) }
}

type Props = { items: readonly PendingItem[]; today: string; onAssigned: () => void; onClose: () => void }

export const AssignDialog = ({ items, today, onAssigned, onClose }: Props) => {
  const { userId, name } = useUser()
  const { data, isError, error, refetch } = useQuietCall(pending.people, {}, { fresh: true })
  const { notifyAssigned } = useAssign()
  const [first] = items
  const only = items.length === 1 ? first?.assignment : undefined
  const form = useForm({
    stored: {
      userId: only?.userId ?? Number(userId),
      dueOn: only?.dueOn ?? '',
      note: only?.note ?? '',
    } satisfies Values as Values,
    validate: (values) => faultsOf(values, today, only?.dueOn ?? ''),
    call: pending.assign,
    args: ({ dueOn, ...values }) => ({
      body: { assignments: items.map((item) => assignmentOf(item, { ...values, dueOn: dueOn || null })) },
    }),
    fieldAt: (path) => path.split('.').at(-1),
    failure: (error, marked) => (marked ? undefined : formRefusalText(error, pending.assign)),
    notice: notifyAssigned,
    onSaved: () => {
      onAssigned()
      onClose()
    },
  })
  const { values, faults, put } = form
  const people = data?.people ?? []
  const nameOf = (id: number): string | undefined => {
    const person = people.find((one) => one.userId === id)
    if (person) return person.fullName ? `${person.username} · ${person.fullName}` : person.username
    return `${id}` === userId ? name : undefined
  }
  return (
    <FormDialog
      form={form}
      title={`Asignar ${countOf(items.length, 'pendiente', 'pendientes')}`}
      verb="Asignar"
      onClose={onClose}
    >
      {isError && !data && <LoadFailure title={pending.people.fails} query={{ error, refetch }} />}
      <div>
        <Combobox
          label="Persona"
          placeholder="Elija una persona"
          single
          options={people.map((person) => ({ value: person.userId, label: nameOf(person.userId) ?? person.username }))}
          value={values.userId === null ? [] : [values.userId]}
          nameOf={nameOf}
          onChange={([id]) => put({ userId: id ?? null })}
        />
        {faults.userId && (
          <small role="alert" className="field__fault">
            {faults.userId}
          </small>
        )}
      </div>
      <Field name="dueOn" label="Para el día" hint="Sin fecha: cuando se pueda.">
        {(control, { value, put }) => <DateInput {...control} min={today} value={value} onChange={(day) => put(day)} />}
      </Field>
      <p className="row-wrap gap-8">
        {QUICK.map(({ label, dayOf }) => (
          <Button key={label} label={label} small onClick={() => put({ dueOn: dayOf(today) })} />
        ))}
      </p>
      <LongTextField name="note" label="Nota" rows={2} maxLength={NOTE_AT_MOST} />
    </FormDialog>
  )
}
