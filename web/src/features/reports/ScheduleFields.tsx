// When a report goes, and the dates that this gives.

import type { Report } from '@padron/contract/report-definition'
import { FIRST_SENDS, FREQUENCIES, type Frequency, WEEKDAYS } from '@padron/contract/report-rules'
import type { ReactNode } from 'react'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { Choice } from './Choice.tsx'
import { NextDates } from './NextDates.tsx'
import type { ReportValues } from './report-values.ts'

const DAYS_OF_WEEK = WEEKDAYS.map((name, at) => ({ value: at + 1, name }))
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, at) => ({ value: at + 1, name: `${at + 1}` }))
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, name: `${hour}:00` }))

/** A day of the month that is no day of the week becomes Monday. */
const dayFor = (frequency: Frequency, day: number): number => (frequency === 'monthly' || day <= 7 ? day : 1)

const { CheckField } = formFields<ReportValues>()

type Props = { report: Report | undefined; timeZone: string }

export const ScheduleFields = ({ report, timeZone }: Props): ReactNode => {
  const { values, put } = useFormContext<ReportValues>()
  const monthly = values.frequency === 'monthly'
  return (
    <fieldset className="editor__part ruled-above">
      <legend>Cuándo</legend>
      <div className="form__columns">
        <Choice
          name="frequency"
          label="Frecuencia"
          options={FREQUENCIES.map(({ frequency, ...rest }) => ({ value: frequency, ...rest }))}
          onChange={(frequency) => put({ frequency, sendDay: dayFor(frequency, values.sendDay) })}
        />
        <Choice
          name="sendDay"
          label={monthly ? 'Día del mes' : 'Día de la semana'}
          options={monthly ? DAYS_OF_MONTH : DAYS_OF_WEEK}
        />
        <Choice name="sendHour" label="Hora" options={HOURS} />
        <Choice name="first" label="Primer envío" options={FIRST_SENDS} />
      </div>
      <NextDates values={values} report={report} timeZone={timeZone} />
      <CheckField name="active" label="Activo: se envía en sus fechas" />
    </fieldset>
  )
}
