// The fields of a report: recipients and schedule with its next dates, and its content.
import { reports as calls } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import {
  EMPTY_POLICIES,
  FIRST_SENDS,
  FREQUENCIES,
  type Frequency,
  REPORT_MAILS_AT_MOST,
  REPORT_NAME_MAX,
  reportKinds,
  WEEKDAYS,
} from '@padron/contract/reports/rules'
import { countOf } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { zoneName } from '@padron/contract/texts/zone-name'
import { statusNotice } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useOwnMail } from '../../session/remembered-mails.ts'
import { useSeesAll } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ChannelChecks } from '../../ui/form/ChannelChecks.tsx'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { longDate } from './report-texts.ts'
import { mailsFault, mailsOf, type ReportValues } from './report-values.ts'

const { CheckField, GroupField, LongTextField, SelectField, TextField } = formFields<ReportValues>()

const kinds = () => reportKinds().map(({ kind, ...rest }) => ({ value: kind, ...rest }))
const POLICIES = EMPTY_POLICIES.map(({ policy, ...rest }) => ({ value: policy, ...rest }))
const WAYS = FREQUENCIES.map(({ frequency, ...rest }) => ({ value: frequency, ...rest }))
const DAYS_OF_WEEK = WEEKDAYS.map((name, at) => ({ value: at + 1, name }))
const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, at) => ({ value: at + 1, name: `${at + 1}` }))
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, name: `${hour}:00` }))

const STILL_MS = 250

type ChoiceProps<K extends keyof ReportValues> = {
  name: K
  label: string
  options: readonly { value: ReportValues[K]; name: string; help?: string }[]
  /** Changes the value and those that depend on it. */
  onChange?: (value: ReportValues[K]) => void
}

/** One of a few options, with the explanation of the selected one below. */
const Choice = <K extends keyof ReportValues>({ name, label, options, onChange }: ChoiceProps<K>) => {
  const chosen = useFormContext<ReportValues>().values[name]
  return (
    <SelectField
      name={name}
      label={label}
      hint={options.find(({ value }) => value === chosen)?.help}
      options={options.map((option) => ({ value: option.value, label: option.name }))}
      {...(onChange && { onChange })}
    />
  )
}

const recipientsText = (typed: string): string =>
  mailsFault(typed) === undefined ? `${countOf(mailsOf(typed).length, 'destinatario', 'destinatarios')}.` : ''

/** A button that adds the user's own address. */
const OwnMail = () => {
  const { values, put } = useFormContext<ReportValues>()
  const isEmpty = values.mails.trim() === ''
  const own = useOwnMail(isEmpty)
  return isEmpty && own !== '' && <Button label={`Usar ${own}`} kind="link" onClick={() => put({ mails: own })} />
}

export const RecipientFields = () => {
  const { mails } = useFormContext<ReportValues>().values
  const seesAll = useSeesAll()
  return (
    <>
      <div>
        <LongTextField
          name="mails"
          label="Destinatarios"
          hint={`Correos separados por comas, hasta ${REPORT_MAILS_AT_MOST}. ${recipientsText(mails)}`}
          rows={2}
          autoComplete="off"
          spellCheck={false}
          placeholder="ana@empresa.mx, luis@empresa.mx"
        />
        <OwnMail />
      </div>
      {seesAll && (
        <GroupField name="channels" label="Canales">
          {(box, { value, put }) => <ChannelChecks box={box} chosen={value} onChange={put} />}
        </GroupField>
      )}
    </>
  )
}

export const WhatFields = () => (
  <fieldset>
    <legend>Qué</legend>
    <div className="form__columns">
      <TextField
        name="name"
        label="Nombre del reporte"
        required
        hint="Con él empieza el asunto del correo."
        maxLength={REPORT_NAME_MAX}
        placeholder={localText('Adeudos del norte')}
      />
      <Choice name="kind" label="Tipo de reporte" options={kinds()} />
    </div>
    <Choice name="emptyPolicy" label="Cuando no hay nada que informar" options={POLICIES} />
  </fieldset>
)

type ScheduleProps = { report: Report | undefined; timeZone: string }

/** Whether the report keeps its dates, because its schedule did not change. */
const keepsDates = (values: ReportValues, report: Report | undefined): boolean =>
  report !== undefined &&
  values.first === -1 &&
  values.frequency === report.frequency &&
  values.sendDay === report.sendDay &&
  values.sendHour === report.sendHour

/** The next three dates of the typed schedule, in the company's time zone. */
const NextDates = ({ report, timeZone }: ScheduleProps) => {
  const { values } = useFormContext<ReportValues>()
  const { frequency, sendDay, sendHour, first, active } = values
  const key = useDebounced(JSON.stringify({ frequency, sendDay, sendHour, firstReportSendTime: first }), STILL_MS)
  const own = keepsDates(values, report) ? report?.nextAt : undefined
  const { data, error } = useQuietCall(calls.nextDates, { body: JSON.parse(key) }, { keep: true, off: !!own })
  const dates = own ? [own] : (data?.dates ?? [])
  return (
    <section className="editor__dates soft rounded pad-8-12" aria-label="Próximos envíos" aria-live="polite">
      <p>
        <strong>{own ? 'Sigue con sus fechas; próximo envío:' : 'Próximos envíos:'}</strong>{' '}
        <span className="muted">
          ({zoneName(timeZone)}
          {!active && '; en pausa no se envía ninguno'})
        </span>
      </p>
      {dates.length > 0 ? (
        <ol className="bullets">
          {dates.map((at) => (
            <li key={at}>
              <time dateTime={at}>{longDate(at, timeZone)}</time>
            </li>
          ))}
        </ol>
      ) : error ? (
        (statusNotice(error) ?? 'No se pudieron calcular ahora.')
      ) : (
        'Calculando…'
      )}
    </section>
  )
}

/** A day of the month that is not a weekday becomes Monday. */
const dayFor = (frequency: Frequency, day: number): number => (frequency === 'monthly' || day <= 7 ? day : 1)

export const ScheduleFields = (props: ScheduleProps) => {
  const { values, put } = useFormContext<ReportValues>()
  const monthly = values.frequency === 'monthly'
  return (
    <fieldset>
      <legend>Cuándo</legend>
      <div className="form__columns">
        <Choice
          name="frequency"
          label="Frecuencia"
          options={WAYS}
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
      <NextDates {...props} />
      <CheckField name="active" label="Activo: se envía en sus fechas" />
    </fieldset>
  )
}
