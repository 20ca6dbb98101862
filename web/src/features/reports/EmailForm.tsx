// The appearance of the company's emails: texts, reply address, social links and logo, with a sample beside the form.
import {
  emailSettings as calls,
  EMAIL_TEXT_MAX,
  type EmailSettings,
  SOCIAL_LINKS,
} from '@padron/contract/email-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formRefusalText } from '../../api/form-refusal.ts'
import { numberText } from '../../lib/number-text.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { Form } from '../../ui/form/Form.tsx'
import { hasFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { type LogoChange, LogoField } from '../../ui/form/LogoField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { EmailSample } from './EmailSample.tsx'
import {
  EMAIL_TEXTS,
  EmailDraft,
  type EmailValues,
  emailBody,
  emailFaults,
  emailValues,
  limitText,
} from './email-values.ts'
import { leavesTab } from './search.ts'
import { useKeepSettings } from './use-keep-settings.ts'

const { TextField } = formFields<EmailValues>()
const OUTDATED = 'Otra persona cambió estos ajustes mientras tanto; revise lo suyo y guarde de nuevo.'

export const EmailForm = ({ settings }: { settings: EmailSettings }) => {
  const mayChange = useCan('programReports_admin')
  const { logoURL } = useUser()
  const queries = useQueryClient()
  const [logo, setLogo] = useState<LogoChange>()
  const reload = (): void =>
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === calls.read.name })
  const form = useForm({
    stored: emailValues(settings),
    staysEditable: true,
    validate: emailFaults,
    draft: { name: 'letters', shape: EmailDraft, withBase: true },
    call: calls.save,
    args: (values) => ({ body: emailBody(values, settings, logo) }),
    fieldAt: (path) => {
      if (path.startsWith('image')) return 'logo'
      return path in EmailDraft.shape ? path : undefined
    },
    ...conflictOptions({ outdated: OUTDATED }, (error) => formRefusalText(error, calls.save), reload),
    notice: useKeepSettings(),
    onSaved: () => setLogo(undefined),
  })
  const { values, faults, busy, put } = form
  const isTouched = form.isChanged || logo !== undefined
  const discard = (): void => {
    form.restart()
    setLogo(undefined)
  }
  const changeLogo = (next: LogoChange): void => {
    if (busy) return
    setLogo(next)
    put({}, ['logo'])
  }
  const line = { autoComplete: 'off', spellCheck: false, readOnly: !mayChange } as const
  return (
    <Form form={form} className="email-settings stack align-start" aria-label="Aspecto de los correos">
      {form.newer && (
        <p className="note full-row" role="status">
          Otra persona cambió estos ajustes mientras usted los editaba. Si guarda lo suyo, sus cambios se deshacen.{' '}
          <Button label="Descartar mis cambios y ver los nuevos" kind="link" onClick={discard} />
        </p>
      )}
      <div className="form">
        {EMAIL_TEXTS.map(({ name, label, hint }) => (
          <FormField
            key={name}
            label={label}
            fault={faults[name] ?? limitText(values[name])}
            hint={
              <span className="flex gap-12 between">
                <span>{hint}</span>
                <span className="rigid figures-text">
                  {numberText(values[name].length)} de {numberText(EMAIL_TEXT_MAX)} caracteres
                </span>
              </span>
            }
          >
            {(control) => (
              <textarea
                {...control}
                rows={3}
                readOnly={!mayChange}
                value={values[name]}
                onChange={({ target }) => put({ [name]: target.value })}
              />
            )}
          </FormField>
        ))}
        <TextField
          {...line}
          name="fromEmail"
          label="Correo para respuestas"
          type="email"
          maxLength={254}
          placeholder={mayChange ? 'flota@empresa.mx' : ''}
          hint="Aquí llegan las respuestas. Si lo deja en blanco, no se reciben."
        />
      </div>
      {/* Keyed by the version: after a save the logo is the server's. */}
      <EmailSample key={settings.version} values={values} logo={logo} />
      <div className="form email-settings__rest align-start full-row">
        <fieldset>
          <legend>Redes sociales</legend>
          <div className="form__columns">
            {SOCIAL_LINKS.map(({ network, name, host }) => (
              <TextField
                {...line}
                key={network}
                name={network}
                label={name}
                type="url"
                maxLength={300}
                placeholder={mayChange ? `${host}/su-empresa` : ''}
              />
            ))}
          </div>
        </fieldset>
        {mayChange && (
          <LogoField
            logo={logo}
            onChange={changeLogo}
            hasOwn={settings.ownLogo}
            none={`Sin logotipo propio: ${logoURL ? 'se usa el de la consola.' : 'los correos van sin logotipo.'}`}
          />
        )}
      </div>
      {mayChange && (
        <div className="full-row row-wrap gap-8 justify-end">
          <span role="alert" className="dialog__error">
            {form.message?.text}
          </span>
          {isTouched && <Button label="Descartar cambios" disabled={busy} onClick={discard} />}
          <Button
            label="Guardar"
            kind="primary"
            busy={busy}
            type="submit"
            disabled={busy || hasFaults(emailFaults(values))}
          />
        </div>
      )}
      <LeaveGuard when={isTouched && !busy} leaves={leavesTab} onDiscard={discard} />
    </Form>
  )
}
