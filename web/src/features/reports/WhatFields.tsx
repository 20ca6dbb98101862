// What a report is and to whom it goes.
import { EMPTY_POLICIES, REPORT_KINDS, REPORT_MAILS_AT_MOST, REPORT_NAME_MAX } from '@padron/contract/report-rules'
import type { ReactNode } from 'react'
import { FormField } from '../../ui/FormField.tsx'
import { Choice } from './Choice.tsx'
import { mailsFault, mailsOf } from './report-values.ts'
import { counted } from './report-words.ts'
import type { ReportForm } from './use-report-form.ts'

const recipientsText = (typed: string): string =>
  mailsFault(typed) === undefined ? `${counted(mailsOf(typed).length, 'destinatario', 'destinatarios')}.` : ''

export const WhatFields = ({ form: { values, faults, change } }: { form: ReportForm }): ReactNode => (
  <>
    <div className="form__columns">
      <FormField label="Nombre del reporte" required fault={faults.name} hint="Con él empieza el asunto del correo.">
        {(field) => (
          <input
            {...field}
            type="text"
            autoComplete="off"
            maxLength={REPORT_NAME_MAX}
            placeholder="Adeudos del norte"
            value={values.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </FormField>
      <Choice
        label="Tipo de reporte"
        fault={faults.kind}
        options={REPORT_KINDS.map(({ kind, ...rest }) => ({ value: kind, ...rest }))}
        value={values.kind}
        onChange={(kind) => change({ kind })}
      />
    </div>
    <FormField
      label="Destinatarios"
      required
      fault={faults.mails}
      hint={`Correos separados por comas, hasta ${REPORT_MAILS_AT_MOST}. ${recipientsText(values.mails)}`}
    >
      {(field) => (
        <textarea
          {...field}
          rows={2}
          autoComplete="off"
          spellCheck={false}
          placeholder="ana@empresa.mx, luis@empresa.mx"
          value={values.mails}
          onChange={({ target }) => change({ mails: target.value })}
        />
      )}
    </FormField>
    <Choice
      label="Cuando no hay nada que informar"
      fault={faults.emptyPolicy}
      options={EMPTY_POLICIES.map(({ policy, ...rest }) => ({ value: policy, ...rest }))}
      value={values.emptyPolicy}
      onChange={(emptyPolicy) => change({ emptyPolicy })}
    />
  </>
)
