// The company's time zone and logo.
import { company, TIME_ZONES } from '@padron/contract/company'
import { useState } from 'react'
import { formRefusalText } from '../../api/form-refusal.ts'
import { verifySession } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { FormDialog, UNSAVED } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { type LogoChange, LogoField, logoBody } from '../../ui/form/LogoField.tsx'
import { useForm } from '../../ui/form/use-form.ts'

type Values = { timeZone: string }
const { SelectField } = formFields<Values>()

export const CompanyDialog = ({ onClose }: { onClose: () => void }) => {
  const { zone, country, logoURL } = useUser()
  const [logo, setLogo] = useState<LogoChange>()
  const form = useForm({
    stored: { timeZone: zone },
    call: company.change,
    args: ({ timeZone }) => ({ body: { ...(timeZone !== zone && { timeZone }), ...logoBody(logo) } }),
    fieldAt: (path) => (path.startsWith('image') ? 'logo' : path),
    failure: (error) => formRefusalText(error, company.change),
    onSaved: () => {
      void verifySession() // reloads the session, which contains both
      onClose()
    },
  })
  const zones = TIME_ZONES[country].map((each) => ({ value: each.zone, label: each.name }))
  const options = zones.some(({ value }) => value === zone) ? zones : [{ value: zone, label: zone }, ...zones]
  const isChanged = form.isChanged || logo !== undefined
  const change = (next: LogoChange): void => {
    if (form.busy) return
    setLogo(next)
    form.put({}, ['logo'])
  }
  return (
    <FormDialog
      form={form}
      title="Logotipo y zona horaria"
      verb="Guardar"
      ready={isChanged}
      asks={isChanged}
      question={UNSAVED}
      onClose={onClose}
    >
      <SelectField
        name="timeZone"
        label="Zona horaria"
        options={options}
        hint="La de las fechas y horas de la empresa, y de sus reportes programados."
      />
      <LogoField logo={logo} onChange={change} hasOwn={logoURL !== null} none="La empresa no tiene logotipo." />
    </FormDialog>
  )
}
