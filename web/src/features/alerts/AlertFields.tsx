// The fields of an alert: its name, of which vehicles, what is measured, from which value on, and who is told.
import type { Alert } from '@padron/contract/alerts'
import { COUNTRIES } from '@padron/contract/countries'
import { MEASURES, REPORT_NAME_MAX } from '@padron/contract/report-rules'
import type { ReactNode } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { useUser } from '../../session/user-context.ts'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { type AlertValues, thresholdOf } from './alert-values.ts'
import { valueText } from './alert-words.ts'
import { LiveValue } from './LiveValue.tsx'
import { ViewField } from './ViewField.tsx'

const { LongTextField, SelectField, TextField } = formFields<AlertValues>()
const MAILS_MAX = 13_000
const NO_MAIL = ' Este servidor no envía correos: el aviso se guarda sin enviar.'
const MEASURE_OPTIONS = MEASURES.map(({ measure, name }) => ({ value: measure, label: name }))

const ThresholdField = ({ values }: { values: AlertValues }): ReactNode => {
  const { country } = useUser()
  const { currency } = COUNTRIES[country]
  const isDebt = values.measure === 'debt'
  const understood = thresholdOf(values)
  const hint = () => {
    if (understood !== undefined) return `Desde ${valueText(values.measure, understood, country)}, incluido.`
    return isDebt ? `En ${currency}, de lo que se sabe que deben.` : 'Cuántos vehículos de la vista.'
  }
  return (
    <TextField
      name="threshold"
      label="Avisar desde"
      required
      hint={hint()}
      before={isDebt ? currency : undefined}
      inputMode="decimal"
      maxLength={24}
    />
  )
}

export const AlertFields = ({ alert }: { alert: Alert | undefined }): ReactNode => {
  const { values } = useFormContext<AlertValues>()
  const { mail } = useConfig() ?? {}
  return (
    <>
      <TextField name="name" label="Nombre" required maxLength={REPORT_NAME_MAX} />
      <ViewField kept={alert?.view} />
      <div className="form__columns">
        <SelectField name="measure" label="Qué se mide" required options={MEASURE_OPTIONS} />
        <ThresholdField values={values} />
      </div>
      {values.viewId !== null && (
        <LiveValue viewId={values.viewId} measure={values.measure} threshold={thresholdOf(values)} />
      )}
      <LongTextField
        name="mails"
        label="Destinatarios"
        required
        hint={`Correos separados por comas. Ven los datos de la vista aunque no tengan cuenta en Padrón.${mail === false ? NO_MAIL : ''}`}
        rows={2}
        spellCheck={false}
        maxLength={MAILS_MAX}
        placeholder="ana@empresa.mx, luis@empresa.mx"
      />
    </>
  )
}
