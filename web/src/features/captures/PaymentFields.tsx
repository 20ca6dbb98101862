// How to pay what is owed, where the source says it.
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { isPast } from '../../lib/dates.ts'
import { PAY_WORDS } from '../../lib/pay-words.ts'
import { readDay } from '../../lib/typed-day.ts'
import { useUser } from '../../session/user-context.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { FormField } from '../../ui/FormField.tsx'
import type { Capture } from './use-capture-form.ts'

export const PaymentFields = ({ capture: { values, faults, change } }: { capture: Capture }): ReactNode => {
  const { zone, country } = useUser()
  const { line } = PAY_WORDS[country]
  const { paymentLine, paymentLineDueDate } = values
  const past = readDay(paymentLineDueDate) === paymentLineDueDate && isPast(paymentLineDueDate, serverNow(), zone)
  return (
    <fieldset>
      <legend>{line} para pagar</legend>
      <div className="form__columns">
        <FormField label={line} fault={faults.paymentLine}>
          {(field) => (
            <input
              {...field}
              type="text"
              autoComplete="off"
              spellCheck={false}
              value={paymentLine}
              onChange={({ target }) => change({ paymentLine: target.value }, 'paymentLine')}
            />
          )}
        </FormField>
        <FormField
          label="Vigente hasta"
          fault={faults.paymentLineDueDate}
          hint={past && 'Ya venció: se guardará como vencida.'}
        >
          {(field) => (
            <DateInput
              {...field}
              value={paymentLineDueDate}
              onChange={(day) => change({ paymentLineDueDate: day }, 'paymentLineDueDate')}
            />
          )}
        </FormField>
      </div>
    </fieldset>
  )
}
