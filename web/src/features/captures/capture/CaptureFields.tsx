// The fields of a capture except debts and files: the status, how to pay, the facts of the answer, and when the source
// was consulted.
import { type CaptureForm, captureStatusText, neededFacts } from '@padron/contract/captures/forms'
import { statusTone } from '@padron/contract/resources'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import { useId } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { dateTime, isPast } from '../../../lib/dates.ts'
import { readDay } from '../../../lib/typed-day.ts'
import { useUser } from '../../../session/user-context.ts'
import { StatusSign } from '../../../ui/domain/StatusSign.tsx'
import { DateInput } from '../../../ui/fields/DateInput.tsx'
import { FormField } from '../../../ui/fields/FormField.tsx'
import { useFormContext } from '../../../ui/form/Form.tsx'
import { formFields } from '../../../ui/form/fields.tsx'
import { type CaptureValues, factsFor } from './capture-values.ts'

const { Field, TextField, LongTextField } = formFields<CaptureValues>()

/** The source's answer: one of the statuses that a capture may have. */
export const StatusField = ({ rules }: { rules: CaptureForm }) => {
  const { values, faultOf, put } = useFormContext<CaptureValues>()
  const id = useId()
  const fault = faultOf('statusId')
  return (
    <fieldset {...(fault && { 'aria-describedby': `${id}-fault` })}>
      <legend className="field__required">¿Qué respondió la fuente?</legend>
      <div className="statuses stack" role="radiogroup" aria-required="true" aria-label="¿Qué respondió la fuente?">
        {rules.statuses.map((statusId) => (
          <label key={statusId} className="status-choice hoverable row gap-8 bordered rounded pressable">
            <input
              type="radio"
              name={id}
              checked={values.statusId === statusId}
              onChange={() => put({ statusId })}
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

/** How to pay the debts, if the source says it. */
export const PaymentFields = () => {
  const { zone, country } = useUser()
  const { paymentLineDueDate: due } = useFormContext<CaptureValues>().values
  const { line } = PAY_WORDS[country]
  const past = readDay(due) === due && isPast(due, serverNow(), zone)
  return (
    <fieldset>
      <legend>{line} para pagar</legend>
      <div className="form__columns">
        <TextField name="paymentLine" label={line} spellCheck={false} />
        <Field name="paymentLineDueDate" label="Vigente hasta" hint={past && 'Ya venció: se guardará como vencida.'}>
          {(control, { value, put }) => <DateInput {...control} value={value} onChange={put} />}
        </Field>
      </div>
    </fieldset>
  )
}

/** The facts of the resource's form; the required ones are marked. */
export const FactsFields = ({ rules }: { rules: CaptureForm }) => {
  const { values, faults, put } = useFormContext<CaptureValues>()
  const { statusId } = values
  const facts = statusId === null ? [] : factsFor(rules, statusId)
  if (statusId === null || facts.length === 0) return null
  const needed = neededFacts(rules, statusId)
  return (
    <fieldset>
      <legend>Datos de la respuesta</legend>
      <div className="form__columns">
        {facts.map(({ label, kind }) => (
          <FormField key={label} label={label} required={needed.includes(label)} fault={faults[`facts.${label}`]}>
            {(control) => {
              const value = values.facts[label] ?? ''
              const change = (text: string): void =>
                put({ facts: { ...values.facts, [label]: text } }, [`facts.${label}`])
              if (kind === 'date') return <DateInput {...control} value={value} onChange={change} />
              return (
                <input
                  {...control}
                  type="text"
                  autoComplete="off"
                  value={value}
                  onChange={({ target }) => change(target.value)}
                />
              )
            }}
          </FormField>
        ))}
      </div>
    </fieldset>
  )
}

/** The user selected another moment and has not typed it yet. */
const UNTYPED = '-'

/** When the source was consulted, and a note. */
export const SeenFields = () => {
  const { values, faultOf, put } = useFormContext<CaptureValues>()
  const { zone } = useUser()
  const id = useId()
  const { seenAt } = values
  const isNow = seenAt === ''
  const fault = faultOf('seenAt')
  const now = (): string => dateTime(new Date(serverNow()).toISOString(), zone).replace(' ', 'T')
  return (
    <fieldset>
      <legend>¿Cuándo consultó la fuente?</legend>
      <div className="form__columns">
        <div className="seen stack gap-4">
          {/* The fault is shown here too, if the moment is «now» and has no field. */}
          {isNow && fault && (
            <small className="field__fault" id={`${id}-fault`}>
              {fault}
            </small>
          )}
          <label className="check">
            <input
              type="radio"
              name={id}
              checked={isNow}
              {...(isNow && fault && { 'data-wrong': true, 'aria-describedby': `${id}-fault` })}
              onChange={() => put({ seenAt: '' })}
            />
            Ahora, al guardar
          </label>
          <label className="check">
            <input type="radio" name={id} checked={!isNow} onChange={() => put({ seenAt: now() })} />
            En otro momento
          </label>
          {!isNow && (
            <Field name="seenAt" label="Fecha y hora de la consulta" required>
              {(control) => (
                <DateInput
                  {...control}
                  withTime
                  max={now()}
                  value={seenAt === UNTYPED ? '' : seenAt}
                  onChange={(moment) => put({ seenAt: moment || UNTYPED })}
                />
              )}
            </Field>
          )}
        </div>
        <LongTextField name="note" label="Nota" rows={3} />
      </div>
    </fieldset>
  )
}
