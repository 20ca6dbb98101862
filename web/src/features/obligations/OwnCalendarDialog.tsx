// The form of one of the company's own calendars or holidays, new or edited. The draft of a new one stays in this
// browser until it is saved or discarded.
import { ownCalendars as calls, type OwnCalendar } from '@padron/contract/obligations'
import { COUNTRIES } from '@padron/contract/places/countries'
import { statesOf } from '@padron/contract/places/states'
import { OWN_KINDS, OWN_NOTE_MAX, OWN_TITLE_MAX, ownCalendarIdOf } from '@padron/contract/rules/own-calendar-rules'
import { formRefusalText } from '../../api/form-refusal.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useUser } from '../../session/user-context.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { RecoveredNote } from '../../ui/form/RecoveredNote.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { Combobox } from '../../ui/overlay/Combobox.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import {
  NEW,
  OwnCalendarDraft,
  type OwnCalendarValues,
  toOwnCalendarBody,
  toOwnCalendarValues,
  validateOwnCalendar,
} from './own-calendar-values.ts'
import { WindowsField } from './WindowsField.tsx'

const { GroupField, LongTextField, RadioField, TextField } = formFields<OwnCalendarValues>()
const KINDS = OWN_KINDS.map(({ kind, name }) => ({ value: kind, label: name }))
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const TITLE = 'Editar calendario propio'
const GONE = 'Otra persona eliminó este calendario.'
const CONFLICT = {
  gone: GONE,
  outdated:
    'Otra persona cambió este calendario mientras usted lo editaba. Lo que escribió sigue aquí y, si guarda de nuevo, ' +
    'reemplaza lo que esa persona puso en los mismos campos.',
}

const DigitsField = () => (
  <GroupField name="digits" label="Terminaciones de placa">
    {(box, { value, put }) => (
      <>
        <div className="row-wrap gap-4-12">
          {DIGITS.map((digit) => (
            <label key={digit} className="check">
              <input
                type="checkbox"
                {...box}
                checked={value.includes(digit)}
                onChange={({ target }) =>
                  put(DIGITS.filter((one) => (one === digit ? target.checked : value.includes(one))))
                }
              />
              {digit}
            </label>
          ))}
        </div>
        <small className="field__hint muted">Sin elegir: todas.</small>
      </>
    )}
  </GroupField>
)

type FormProps = {
  /** Undefined: a new one. */
  calendar?: OwnCalendar
  onReload?: () => void
  onClose: () => void
}

const OwnCalendarForm = ({ calendar, onReload = () => undefined, onClose }: FormProps) => {
  const { country } = useUser()
  const call = calendar ? calls.change : calls.add
  const form = useForm({
    stored: calendar ? toOwnCalendarValues(calendar) : NEW,
    validate: (values) => validateOwnCalendar(values, country),
    draft: { name: calendar ? undefined : 'new-own-calendar', shape: OwnCalendarDraft },
    version: calendar?.version,
    call,
    args: (values, { version }) => {
      const body = toOwnCalendarBody(values)
      if (!calendar) return { body }
      return { params: { ownCalendarId: `${calendar.ownCalendarId}` }, body: { ...body, version } }
    },
    about: ({ title }) => title,
    fieldAt: (path) => path,
    ...conflictOptions(CONFLICT, (error) => formRefusalText(error, call), onReload),
    onSaved: onClose,
  })
  const { values, faults, put } = form
  return (
    <FormDialog
      form={form}
      title={calendar ? TITLE : 'Agregar calendario propio'}
      verb="Guardar"
      question={UNSAVED_TEXT}
      shape="wide"
      onClose={onClose}
    >
      {form.recovered && <RecoveredNote onDiscard={form.restart}>Se recuperó lo que no había guardado.</RecoveredNote>}
      <p className="muted">
        Es de su empresa: se muestra junto a los oficiales, con sus vehículos. Un día inhábil propio no cambia ningún
        plazo oficial.
      </p>
      <TextField name="title" label="Título" required maxLength={OWN_TITLE_MAX} />
      <RadioField name="kind" label="Tipo" options={KINDS} />
      <div>
        <Combobox
          label={`${COUNTRIES[country].state}s`}
          placeholder="Todos"
          options={statesOf(country).map(({ stateId, stateName }) => ({ value: stateId, label: stateName }))}
          value={values.states}
          onChange={(states) => put({ states })}
        />
        {faults.states && <small className="field__fault">{faults.states}</small>}
      </div>
      {values.kind === 'calendar' && <DigitsField />}
      <WindowsField />
      <LongTextField name="note" label="Nota" rows={2} maxLength={OWN_NOTE_MAX} />
    </FormDialog>
  )
}

export const AddOwnCalendar = ({ onClose }: { onClose: () => void }) => <OwnCalendarForm onClose={onClose} />

/** @param ruleKey its key among the calendars */
export const EditOwnCalendar = ({ ruleKey, onClose }: { ruleKey: string; onClose: () => void }) => {
  const { data, isError, isFetchedAfterMount, error, refetch } = useQuietCall(calls.list, {}, { fresh: true })
  const calendar = data?.calendars.find(({ ownCalendarId }) => ownCalendarId === ownCalendarIdOf(ruleKey))
  if (calendar && isFetchedAfterMount)
    return <OwnCalendarForm calendar={calendar} onReload={() => void refetch()} onClose={onClose} />
  const content = () => {
    if (isError && !data) return <LoadFailure title={calls.list.fails} query={{ error, refetch }} />
    if (data && isFetchedAfterMount) return <Message title={GONE} />
    return <TableSkeleton label="Cargando el calendario" rows={4} columns={1} />
  }
  return (
    <Dialog title={TITLE} shape="wide" onClose={onClose}>
      {content()}
    </Dialog>
  )
}
