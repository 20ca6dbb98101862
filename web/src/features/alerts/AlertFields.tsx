// The fields of an alert: its name, of which vehicles, what is measured, from which value on, and who is told.
import type { Alert } from '@padron/contract/alerts'
import { COUNTRIES } from '@padron/contract/countries'
import { MEASURES, REPORT_NAME_MAX } from '@padron/contract/report-rules'
import type { ReactNode } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { useUser } from '../../session/user-context.ts'
import { FormField } from '../../ui/FormField.tsx'
import { thresholdOf } from './alert-form.ts'
import { valueText } from './alert-words.ts'
import { LiveValue } from './LiveValue.tsx'
import type { AlertForm } from './use-alert-form.ts'
import { ViewField } from './ViewField.tsx'

const MAILS_MAX = 13_000
const NO_MAIL = ' Este servidor no envía correos: el aviso se guarda sin enviar.'

const ThresholdField = ({ form: { draft, faults, put } }: { form: AlertForm }): ReactNode => {
  const { country } = useUser()
  const understood = thresholdOf(draft)
  const hint =
    understood === undefined
      ? draft.measure === 'debt'
        ? `En ${COUNTRIES[country].currency}, de lo que se sabe que deben.`
        : 'Cuántos vehículos de la vista.'
      : `Desde ${valueText(draft.measure, understood, country)}, incluido.`
  return (
    <FormField label="Avisar desde" required fault={faults.threshold} hint={hint}>
      {(field) => (
        <div className="affix">
          {draft.measure === 'debt' && <span className="affix__before">{COUNTRIES[country].currency}</span>}
          <input
            {...field}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            value={draft.threshold}
            onChange={({ target }) => put({ threshold: target.value })}
          />
        </div>
      )}
    </FormField>
  )
}

type Props = { form: AlertForm; alert: Alert | undefined }

export const AlertFields = ({ form, alert }: Props): ReactNode => {
  const { draft, faults, put } = form
  const { mail } = useConfig() ?? {}
  return (
    <>
      <FormField label="Nombre" required fault={faults.name}>
        {(field) => (
          <input
            {...field}
            type="text"
            maxLength={REPORT_NAME_MAX}
            autoComplete="off"
            value={draft.name}
            onChange={({ target }) => put({ name: target.value })}
          />
        )}
      </FormField>
      <ViewField value={draft.viewId} kept={alert?.view} fault={faults.viewId} onChange={(viewId) => put({ viewId })} />
      <div className="form__columns">
        <FormField label="Qué se mide" required fault={faults.measure}>
          {(field) => (
            <select
              {...field}
              value={draft.measure}
              onChange={({ target }) => put({ measure: target.value === 'debt' ? 'debt' : 'vehicles' })}
            >
              {MEASURES.map(({ measure, name }) => (
                <option key={measure} value={measure}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <ThresholdField form={form} />
      </div>
      {draft.viewId !== null && (
        <LiveValue viewId={draft.viewId} measure={draft.measure} threshold={thresholdOf(draft)} />
      )}
      <FormField
        label="Destinatarios"
        required
        fault={faults.mails}
        hint={`Correos separados por comas. Ven los datos de la vista aunque no tengan cuenta en Padrón.${mail === false ? NO_MAIL : ''}`}
      >
        {(field) => (
          <textarea
            {...field}
            rows={2}
            spellCheck={false}
            maxLength={MAILS_MAX}
            placeholder="ana@empresa.mx, luis@empresa.mx"
            value={draft.mails}
            onChange={({ target }) => put({ mails: target.value })}
          />
        )}
      </FormField>
    </>
  )
}
