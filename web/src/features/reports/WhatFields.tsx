// What a report is and to whom it goes.
import { EMPTY_POLICIES, REPORT_KINDS, REPORT_MAILS_AT_MOST, REPORT_NAME_MAX } from '@padron/contract/report-rules'
import type { ReactNode } from 'react'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { Choice } from './Choice.tsx'
import { mailsFault, mailsOf, type ReportValues } from './report-values.ts'
import { counted } from './report-words.ts'

const { LongTextField, TextField } = formFields<ReportValues>()
const KINDS = REPORT_KINDS.map(({ kind, ...rest }) => ({ value: kind, ...rest }))
const POLICIES = EMPTY_POLICIES.map(({ policy, ...rest }) => ({ value: policy, ...rest }))

const recipientsText = (typed: string): string =>
  mailsFault(typed) === undefined ? `${counted(mailsOf(typed).length, 'destinatario', 'destinatarios')}.` : ''

export const WhatFields = (): ReactNode => {
  const { mails } = useFormContext<ReportValues>().values
  return (
    <>
      <div className="form__columns">
        <TextField
          name="name"
          label="Nombre del reporte"
          required
          hint="Con él empieza el asunto del correo."
          maxLength={REPORT_NAME_MAX}
          placeholder="Adeudos del norte"
        />
        <Choice name="kind" label="Tipo de reporte" options={KINDS} />
      </div>
      <LongTextField
        name="mails"
        label="Destinatarios"
        required
        hint={`Correos separados por comas, hasta ${REPORT_MAILS_AT_MOST}. ${recipientsText(mails)}`}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        placeholder="ana@empresa.mx, luis@empresa.mx"
      />
      <Choice name="emptyPolicy" label="Cuando no hay nada que informar" options={POLICIES} />
    </>
  )
}
