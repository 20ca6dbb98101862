// "Acceso de empresa": the company's identity provider, its test, and whether it is the only way to sign in. The result
// of a test arrives in the address's fragment. The secret is sent to the server and never returned.
import type { Reply } from '@padron/contract/call'
import {
  COMPANY_FAULTS,
  type CompanyFault,
  companySignIn as calls,
  SIGN_IN_TEXTS,
} from '@padron/contract/company-sign-in'
import { SESSION_TEXTS } from '@padron/contract/session'
import { useEffect, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { isOutdated } from '../../api/form-refusal.ts'
import { refusalMessage, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { clearHash } from '../../lib/clear-hash.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import '../../ui/form.css'
import '../../ui/page.css'
import './company.css'
import { GroupRows } from './GroupRows.tsx'
import { Provisioning } from './Provisioning.tsx'
import { type ProviderValues, toProviderBody, toProviderValues, validateProvider } from './provider-values.ts'

const TITLE = 'Acceso de empresa'
const { CheckField, TextField } = formFields<ProviderValues>()
const FORBIDDEN = 403
const OUTDATED =
  'Otra persona cambió la entrada con la empresa mientras usted la editaba. Lo que escribió sigue aquí y, si guarda ' +
  'de nuevo, reemplaza lo que esa persona puso en los mismos campos. Revise también los demás.'
const PLAIN = { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' } as const

type Settings = Reply<typeof calls.read>

/** The result of the test that has just returned to this page. */
const trialResult = (hash: string): { fault: string } | 'done' | undefined => {
  const answer = new URLSearchParams(hash.slice(1))
  const fault = answer.get('fault')
  if (fault !== null)
    return {
      fault: Object.hasOwn(COMPANY_FAULTS, fault) ? COMPANY_FAULTS[fault as CompanyFault] : SESSION_TEXTS.failed,
    }
  return answer.has('done') ? 'done' : undefined
}

const TrialResult = () => {
  const [result] = useState(() => trialResult(location.hash))
  useEffect(clearHash, [])
  if (!result) return null
  const isDone = result === 'done'
  return (
    <p className="page__message flex gap-8 bordered rounded" role={isDone ? 'status' : 'alert'}>
      <StatusSign sign={isDone ? 'clear' : 'debt'} size={18} />
      <span>
        {isDone
          ? 'La prueba funcionó: su cuenta del proveedor quedó enlazada con su usuario, y desde ahora entra con ella.'
          : `La prueba no funcionó. ${result.fault}`}
      </span>
    </p>
  )
}

const Trial = ({ settings, clock, off }: { settings: Settings; clock: Clock; off: boolean }) => {
  const { mutate, isPending, error } = useAction(calls.attempt, {
    onFailure: (failed) => refusalMessage(failed, calls.attempt),
    onSuccess: ({ address }) => location.assign(address),
  })
  return (
    <section className="box provider-part stack gap-12" aria-labelledby="provider-trial">
      <h2 id="provider-trial">Probar</h2>
      <p>
        Entre usted con el proveedor, como lo harán los demás. Su sesión sigue abierta, y su usuario queda enlazado con
        su cuenta de allá.
      </p>
      <p className="muted">
        {settings.triedAt
          ? `Usted entró con él por última vez el ${dateInText(settings.triedAt, clock.zone)}.`
          : 'Usted todavía no ha entrado con él.'}
        {off && ' Guarde antes los cambios.'}
      </p>
      <p className="field__fault hide-empty" role="alert">
        {error && refusalMessage(error, calls.attempt)}
      </p>
      <div>
        <Button label="Probar la entrada" busy={isPending} disabled={off} onClick={() => mutate({})} />
      </div>
    </section>
  )
}

const Removal = ({ onClose }: { onClose: () => void }) => {
  const { mutate, dialog } = useDangerAction(calls.remove, TITLE)
  return (
    <DangerDialog
      title="Quitar la entrada con la empresa"
      yes="Quitar la entrada"
      {...dialog}
      onYes={() => mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Nadie entrará ya con el proveedor, y todos entrarán con su contraseña. Quien no tenga una la pide en «¿Olvidó su
        contraseña?», o se la da un administrador. Las sesiones abiertas siguen. Terminan también las altas y bajas
        automáticas.
      </p>
    </DangerDialog>
  )
}

type SettingsProps = {
  settings: Settings
  clock: Clock
  /** Requests the settings again, after another person changed them. */
  onReload: () => void
}

const Settings = ({ settings, clock, onReload }: SettingsProps) => {
  const { provider, redirectUrl } = settings
  const [removes, setRemoves] = useState(false)
  const form = useForm({
    stored: toProviderValues(provider),
    validate: (values) => validateProvider(values, provider),
    version: provider?.version,
    followsStored: true,
    call: calls.save,
    args: (values, { version }) => ({ body: toProviderBody(values, version || undefined) }),
    failure: (error, marked) => (isOutdated(error) ? OUTDATED : marked ? undefined : refusalText(error)),
    onFailure: (error) => {
      if (isOutdated(error)) onReload()
    },
  })
  return (
    <>
      <TrialResult />
      <section className="box provider-part stack gap-12">
        <CodeBlock label="Dirección de retorno, para el proveedor" text={redirectUrl} copy="Copiar la dirección" wrap />
        <p className="muted">
          Registre en el proveedor una aplicación web (OpenID Connect, código de autorización con PKCE) con esta
          dirección, y escriba aquí lo que le dé.
        </p>
      </section>
      <section className="box provider-part" aria-labelledby="provider-form">
        <h2 id="provider-form">Proveedor de identidad</h2>
        <Form form={form} aria-labelledby="provider-form">
          <TextField
            {...PLAIN}
            name="issuer"
            label="Dirección del proveedor (issuer)"
            required
            type="url"
            inputMode="url"
            maxLength={500}
            placeholder="https://login.empresa.mx/realms/flota"
          />
          <div className="form__columns">
            <TextField {...PLAIN} name="clientId" label="Cliente (client ID)" required maxLength={200} />
            <TextField
              {...PLAIN}
              name="clientSecret"
              label="Secreto del cliente"
              required={!provider}
              type="password"
              autoComplete="new-password"
              maxLength={500}
              hint={
                provider ? 'Déjelo vacío para conservar el que tiene.' : 'Se guarda cifrado y no se vuelve a mostrar.'
              }
            />
          </div>
          <TextField
            {...PLAIN}
            name="domains"
            label="Dominios de correo"
            placeholder="empresa.mx, empresa.com"
            hint="Con un correo de estos dominios se llega a este proveedor. Cada dominio es de una sola empresa."
          />
          <CheckField name="linksByMail" label="Enlazar a los usuarios que ya existen por su correo verificado" />
          <p className="muted">
            Sin esto solo se enlaza a quien fue invitado y aún no ha entrado. La cuenta principal nunca se enlaza por su
            correo: se enlaza ella misma con «Probar».
          </p>
          <TextField
            {...PLAIN}
            name="groupsClaim"
            label="Dato que trae los grupos"
            required
            maxLength={100}
            hint="Casi siempre «groups»."
          />
          <GroupRows />
          <CheckField
            name="forced"
            label="Obligatorio: nadie entra con contraseña, salvo la cuenta principal"
            isSwitch
          />
          {form.faultOf('forced') && (
            <p className="field__fault" role="alert">
              {form.faultOf('forced')}
            </p>
          )}
          <p className="muted">
            Se puede hacer obligatorio después de probarlo usted, y cuando la cuenta principal tenga activa su
            verificación en dos pasos. Con ella conserva su contraseña, para el día en que el proveedor falle.
          </p>
          <p className="field__fault hide-empty" role="alert">
            {form.message?.text}
          </p>
          <div className="row-wrap gap-8-12">
            <Button label="Guardar" type="submit" kind="primary" busy={form.busy} />
            {provider && (
              <Button label="Quitar la entrada" disabled={form.isChanged} onClick={() => setRemoves(true)} />
            )}
          </div>
        </Form>
      </section>
      {provider && <Trial settings={settings} clock={clock} off={form.isChanged} />}
      {provider && <Provisioning clock={clock} />}
      {removes && <Removal onClose={() => setRemoves(false)} />}
      <LeaveGuard when={form.isChanged} leaves={(from, to) => from.pathname !== to.pathname} />
    </>
  )
}

export const CompanySignInScreen = () => {
  useTitle(TITLE)
  const clock = useClock()
  const settings = useQuietCall(calls.read, {})
  return (
    <div className="page grid-one gap-12 wide relative">
      <header className="page__head row-wrap gap-8-12">
        <h1 tabIndex={-1}>{TITLE}</h1>
      </header>
      <p className="measure muted">
        Su gente entra con la cuenta que ya tiene en el proveedor de identidad de la empresa (Microsoft Entra, Google
        Workspace, Okta, Keycloak u otro con OpenID Connect), sin otra contraseña.
      </p>
      {settings.data ? (
        <Settings settings={settings.data} clock={clock} onReload={() => void settings.refetch()} />
      ) : statusOf(settings.error) === FORBIDDEN ? (
        <p role="alert">{SIGN_IN_TEXTS.needsAll}</p>
      ) : settings.isError ? (
        <LoadFailure title={calls.read.fails} query={settings} />
      ) : (
        <p role="status">Cargando…</p>
      )}
    </div>
  )
}
