// When a report goes, and the dates that this gives.

import type { Report } from '@padron/contract/report-definition'
import { FIRST_SENDS, FREQUENCIES, type Frequency, WEEKDAYS } from '@padron/contract/report-rules'
import type { ReactNode } from 'react'
import { Choice } from './Choice.tsx'
import { NextDates } from './NextDates.tsx'
import type { ReportForm } from './use-report-form.ts'

const DAYS_OF_WEEK = WEEKDAYS.map((name, at) => ({ value: at + 1, name }))
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, at) => ({ value: at + 1, name: `${at + 1}` }))
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, name: `${hour}:00` }))

/** A day of the month that is no day of the week becomes Monday. */
const dayFor = (frequency: Frequency, day: number): number => (frequency === 'monthly' || day <= 7 ? day : 1)

type Props = { form: ReportForm; report: Report | undefined; timeZone: string }

export const ScheduleFields = ({ form, report, timeZone }: Props): ReactNode => {
  const { values, faults, change } = form
  const monthly = values.frequency === 'monthly'
  return (
    <fieldset className="editor__part">
      <legend>Cuándo</legend>
      <div className="form__columns">
        <Choice
          label="Frecuencia"
          fault={faults.frequency}
          options={FREQUENCIES.map(({ frequency, ...rest }) => ({ value: frequency, ...rest }))}
          value={values.frequency}
          onChange={(frequency) => change({ frequency, sendDay: dayFor(frequency, values.sendDay) })}
        />
        <Choice
          label={monthly ? 'Día del mes' : 'Día de la semana'}
          fault={faults.sendDay}
          options={monthly ? DAYS_OF_MONTH : DAYS_OF_WEEK}
          value={values.sendDay}
          onChange={(sendDay) => change({ sendDay })}
        />
        <Choice
          label="Hora"
          fault={faults.sendHour}
          options={HOURS}
          value={values.sendHour}
          onChange={(sendHour) => change({ sendHour })}
        />
        <Choice
          label="Primer envío"
          fault={faults.firstReportSendTime}
          options={FIRST_SENDS}
          value={values.first}
          onChange={(first) => change({ first })}
        />
      </div>
      <NextDates values={values} report={report} timeZone={timeZone} />
      <label className="check">
        <input type="checkbox" checked={values.active} onChange={({ target }) => change({ active: target.checked })} />
        Activo: se envía en sus fechas
      </label>
    </fieldset>
  )
}
