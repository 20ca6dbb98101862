// What the source said: one of the statuses that a look at it can end in.
import { type CaptureForm, captureStatusText } from '@padron/contract/capture-forms'
import { statusTone } from '@padron/contract/resources'
import { type ReactNode, useId } from 'react'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { Capture } from './use-capture-form.ts'

type Props = { capture: Capture; form: CaptureForm }

export const StatusField = ({ capture: { values, faults, change }, form }: Props): ReactNode => {
  const id = useId()
  const fault = faults.statusId
  return (
    <fieldset {...(fault && { 'aria-describedby': `${id}-fault` })}>
      <legend className="field__required">¿Qué respondió la fuente?</legend>
      <div className="statuses stack" role="radiogroup" aria-required="true" aria-label="¿Qué respondió la fuente?">
        {form.statuses.map((statusId) => (
          <label key={statusId} className="status-choice hoverable row gap-8 bordered rounded pressable">
            <input
              type="radio"
              name={id}
              checked={values.statusId === statusId}
              onChange={() => change({ statusId }, '')}
              {...(fault && { 'data-wrong': true, 'aria-describedby': `${id}-fault` })}
            />
            <StatusSign sign={statusTone(statusId)} size={18} />
            {captureStatusText(statusId)}
          </label>
        ))}
      </div>
      {fault && (
        <small id={`${id}-fault`} className="field__fault">
          {fault}
        </small>
      )}
    </fieldset>
  )
}
