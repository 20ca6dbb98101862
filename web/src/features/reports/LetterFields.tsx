// How the company's letters look: texts, where answers go, social links and logo, with a letter beside them that shows it.
import { type EmailSettings, SOCIAL_LINKS } from '@padron/contract/email-settings'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useCan } from '../../session/user-context.ts'
import { FormField } from '../../ui/FormField.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { LetterSample } from './LetterSample.tsx'
import { LetterTextFields } from './LetterTextFields.tsx'
import { LogoField } from './LogoField.tsx'
import { leavesTab } from './leaves-tab.ts'
import { type LetterForm, useLetterForm } from './use-letter-form.ts'

type LineProps = {
  form: LetterForm
  mayChange: boolean
  label: string
  name: 'fromEmail' | 'facebook' | 'twitter' | 'linkedin' | 'instagram'
  placeholder: string
  hint?: string
}

/** What is wrong is said once the field has been left, or where it was wrong already. */
const Line = ({
  form: { values, faults, change },
  mayChange,
  label,
  name,
  placeholder,
  hint,
}: LineProps): ReactNode => {
  const [typing, setTyping] = useState(false)
  const link = name !== 'fromEmail'
  return (
    <FormField label={label} fault={typing ? undefined : faults[name]} hint={hint}>
      {(field) => (
        <input
          {...field}
          type={link ? 'url' : 'email'}
          autoComplete="off"
          spellCheck={false}
          maxLength={link ? 300 : 254}
          placeholder={mayChange ? placeholder : ''}
          readOnly={!mayChange}
          value={values[name]}
          onChange={({ target }) => {
            setTyping(true)
            change({ [name]: target.value })
          }}
          onBlur={() => setTyping(false)}
        />
      )}
    </FormField>
  )
}

const Foot = ({ form }: { form: LetterForm }): ReactNode => (
  <div className="letter-foot row-wrap gap-8 justify-end">
    <span role="alert" className="dialog__error">
      {form.said}
    </span>
    {form.touched && (
      <button type="button" className="button" disabled={form.busy} onClick={form.discard}>
        Descartar cambios
      </button>
    )}
    <button type="submit" className="button button--primary" disabled={!form.ready}>
      {form.busy && <span className="spinner" aria-hidden="true" />}
      Guardar
    </button>
  </div>
)

const Outdated = ({ onNew }: { onNew: () => void }): ReactNode => (
  <p className="note" role="status">
    Otra persona cambió estos ajustes mientras usted los editaba. Si guarda lo suyo, sus cambios se deshacen.{' '}
    <button type="button" className="link-button" onClick={onNew}>
      Descartar lo mío y ver lo nuevo
    </button>
  </p>
)

export const LetterFields = ({ settings }: { settings: EmailSettings }): ReactNode => {
  const mayChange = useCan('programReports_admin')
  const form = useLetterForm(settings)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (form.ready && mayChange) void form.save()
  }
  return (
    <form className="letter" noValidate aria-label="Aspecto de los correos" aria-busy={form.busy} onSubmit={submit}>
      {form.outdated && <Outdated onNew={form.discard} />}
      <div className="form">
        <LetterTextFields form={form} mayChange={mayChange} />
        <Line
          form={form}
          mayChange={mayChange}
          label="Correo para respuestas"
          name="fromEmail"
          placeholder="flotilla@empresa.mx"
          hint="A donde llega lo que respondan; vacío: a ninguna parte."
        />
      </div>
      {/* Anew where something was saved: its logo is the server's. */}
      <LetterSample key={settings.version} form={form} />
      <div className="form letter__rest align-start">
        <fieldset>
          <legend>Redes sociales</legend>
          <div className="form__columns">
            {SOCIAL_LINKS.map(({ network, name, host }) => (
              <Line
                key={network}
                form={form}
                mayChange={mayChange}
                label={name}
                name={network}
                placeholder={`${host}/su-empresa`}
              />
            ))}
          </div>
        </fieldset>
        <LogoField form={form} settings={settings} mayChange={mayChange} />
      </div>
      {mayChange && <Foot form={form} />}
      <LeaveGuard when={form.touched && !form.busy} leaves={leavesTab} onDiscard={form.discard} />
    </form>
  )
}
