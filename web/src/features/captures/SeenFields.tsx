// When the source was looked at, and a note.
import { type ReactNode, useId } from 'react'
import { serverNow } from '../../api/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { FormField } from '../../ui/FormField.tsx'
import type { Capture } from './use-capture-form.ts'

/** Another moment is meant, and not typed yet. */
const UNTYPED = '-'

export const SeenFields = ({ capture: { values, faults, change } }: { capture: Capture }): ReactNode => {
  const { zone } = useUser()
  const id = useId()
  const { seenAt, note } = values
  const clocks = (): string => dateTime(new Date(serverNow()).toISOString(), zone).replace(' ', 'T')
  return (
    <fieldset>
      <legend>¿Cuándo consultó la fuente?</legend>
      <div className="form__columns">
        <div className="seen stack gap-4">
          {/* Said here too where it was saved as of now. */}
          {seenAt === '' && faults.seenAt && (
            <small className="field__fault" id={`${id}-fault`}>
              {faults.seenAt}
            </small>
          )}
          <label className="check">
            <input
              type="radio"
              name={id}
              checked={seenAt === ''}
              {...(seenAt === '' && faults.seenAt && { 'data-wrong': true, 'aria-describedby': `${id}-fault` })}
              onChange={() => change({ seenAt: '' }, 'seenAt')}
            />
            Ahora, al guardar
          </label>
          <label className="check">
            <input
              type="radio"
              name={id}
              checked={seenAt !== ''}
              onChange={() => change({ seenAt: clocks() }, 'seenAt')}
            />
            En otro momento
          </label>
          {seenAt !== '' && (
            <FormField label="Fecha y hora de la consulta" required fault={faults.seenAt}>
              {(field) => (
                <DateInput
                  {...field}
                  withTime
                  max={clocks()}
                  value={seenAt === UNTYPED ? '' : seenAt}
                  onChange={(moment) => change({ seenAt: moment || UNTYPED }, 'seenAt')}
                />
              )}
            </FormField>
          )}
        </div>
        <FormField label="Nota" fault={faults.note}>
          {(field) => (
            <textarea
              {...field}
              rows={3}
              value={note}
              onChange={({ target }) => change({ note: target.value }, 'note')}
            />
          )}
        </FormField>
      </div>
    </fieldset>
  )
}
