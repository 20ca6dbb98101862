// The second factor of one's own account: set up with an application, recovery codes, and its end.
import { type Account, account as calls } from '@padron/contract/account'
import { company } from '@padron/contract/company'
import { required } from '@padron/contract/user-rules'
import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { countedText } from '../../lib/number-text.ts'
import { prepareSeal, seal } from '../../session/seal.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SecretDialog } from '../../ui/SecretDialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { When } from '../../ui/When.tsx'
import { Panel } from './Panel.tsx'
import { passwordRefusal } from './PasswordForm.tsx'

const BLANK = { current: '', code: '' }
const { PasswordField, TextField } = formFields<typeof BLANK>()

const CodeField = ({ hint }: { hint?: string }) => (
  <TextField
    name="code"
    label="Código"
    required
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
  />
)
const CurrentPassword = ({ username }: { username: string }) => {
  const [isVisible, setVisible] = useState(false)
  useEffect(prepareSeal, [])
  return (
    <>
      {/* For the browser's keeper of passwords, which asks whose this one is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        name="current"
        label="Contraseña actual"
        required
        autoComplete="current-password"
        visible={isVisible}
        onShow={setVisible}
      />
    </>
  )
}
const CODE_HINT = 'De su aplicación, o uno de recuperación.'
const missing = (values: Partial<typeof BLANK>) =>
  onlyFaults({
    current: values.current === '' && required('Contraseña actual'),
    code: values.code?.trim() === '' && required('Código'),
  })

/** Dark on light whatever the theme: cameras expect it. */
const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="Código QR para su aplicación">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

type Begun = { secret: string; uri: string }
type Step =
  | { is: 'password' }
  | ({ is: 'application' } & Begun)
  | { is: 'codes'; codes: string[] }
  | { is: 'others' | 'remove' }
type DialogProps = { username: string; onStep: (step: Step | undefined) => void }

const PasswordStep = ({ username, onStep }: DialogProps) => {
  const form = useForm({
    stored: BLANK,
    exact: true,
    validate: ({ current }) => missing({ current }),
    call: calls.beginFactor,
    args: async ({ current }) => ({ body: { current: await seal(current, { username, use: 'current-password' }) } }),
    failure: (error, marked) => (marked ? undefined : passwordRefusal(error)),
    onSaved: (begun) => onStep({ is: 'application', ...begun }),
  })
  return (
    <FormDialog
      form={form}
      title="Activar la verificación en dos pasos"
      verb="Continuar"
      onClose={() => onStep(undefined)}
    >
      <p className="measure">
        Al entrar, además de su contraseña se le pedirá un código de una aplicación de su teléfono, como Google
        Authenticator o Microsoft Authenticator.
      </p>
      <CurrentPassword username={username} />
    </FormDialog>
  )
}

const ApplicationStep = ({ secret, uri, onStep }: Begun & Pick<DialogProps, 'onStep'>) => {
  const form = useForm({
    stored: BLANK,
    validate: ({ code }) => missing({ code }),
    call: calls.confirmFactor,
    args: ({ code }) => ({ body: { code } }),
    onSaved: ({ codes }) => onStep({ is: 'codes', codes }),
  })
  return (
    <FormDialog form={form} title="Agregue Padrón a su aplicación" verb="Activar" onClose={() => onStep(undefined)}>
      <p className="measure">Lea este código con la aplicación, o escriba en ella la clave.</p>
      <QrCode text={uri} />
      <p className="row-wrap gap-8">
        <code className="secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} label="Copiar la clave" />
      </p>
      <CodeField hint="El de seis dígitos que muestra ahora la aplicación." />
    </FormDialog>
  )
}

const RecoveryCodes = ({ codes, onStep }: { codes: readonly string[] } & Pick<DialogProps, 'onStep'>) => {
  const [isCopied, setCopied] = useState(false)
  return (
    <SecretDialog
      title="Sus códigos de recuperación"
      isSaved={isCopied}
      question="¿Cerrar sin copiarlos?"
      loss="No se muestran de nuevo. Puede pedir otros en Mi cuenta mientras tenga su aplicación."
      tools={<CopyButton text={codes.join('\n')} label="Copiar los códigos" onCopied={() => setCopied(true)} />}
      onClose={() => onStep(undefined)}
    >
      <p className="measure">
        Guárdelos donde no los pierda con el teléfono. Cada uno sirve una vez en lugar del código de su aplicación.
      </p>
      <ul className="recovery-codes" aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </SecretDialog>
  )
}

const OtherCodes = ({ onStep }: Pick<DialogProps, 'onStep'>) => {
  const form = useForm({
    stored: BLANK,
    validate: ({ code }) => missing({ code }),
    call: calls.replaceRecoveryCodes,
    args: ({ code }) => ({ body: { code } }),
    failure: (error, marked) => (marked ? undefined : passwordRefusal(error)),
    onSaved: ({ codes }) => onStep({ is: 'codes', codes }),
  })
  return (
    <FormDialog form={form} title="Otros códigos de recuperación" verb="Dar otros" onClose={() => onStep(undefined)}>
      <p className="measure">Los que tiene ahora dejan de servir.</p>
      <CodeField hint={CODE_HINT} />
    </FormDialog>
  )
}

const RemoveFactor = ({ username, onStep }: DialogProps) => {
  const form = useForm({
    stored: BLANK,
    exact: true,
    validate: missing,
    call: calls.removeFactor,
    args: async ({ current, code }) => ({
      body: { current: await seal(current, { username, use: 'current-password' }), code },
    }),
    failure: (error, marked) => (marked ? undefined : passwordRefusal(error)),
    onSaved: () => onStep(undefined),
  })
  return (
    <FormDialog form={form} title="Quitar la verificación en dos pasos" verb="Quitar" onClose={() => onStep(undefined)}>
      <p className="measure">
        Para entrar bastará otra vez su contraseña. Sus códigos de recuperación dejan de servir.
      </p>
      <CurrentPassword username={username} />
      <CodeField hint={CODE_HINT} />
    </FormDialog>
  )
}

/** Of all who administer users; only who may change it sees it. */
const RequiredOfAdmins = ({ isRequired }: { isRequired: boolean }) => {
  const { mutate, isPending } = useAction(company.change)
  return (
    <Switch
      label="Pedirla a quienes administran usuarios"
      on={isRequired}
      busy={isPending}
      onSwitch={(adminsNeedFactor) => mutate({ body: { adminsNeedFactor } })}
    />
  )
}

const Devices = ({ count }: { count: number }) => {
  const { mutate, isPending } = useAction(calls.forgetDevices)
  if (count === 0) return null
  return (
    <p className="row-wrap gap-8">
      Entra sin código en {countedText(count, 'equipo', 'equipos')}.
      <Button label="Pedirlo en todos" kind="link" busy={isPending} onClick={() => mutate({})} />
    </p>
  )
}

type Props = {
  account: Account
  clock: Clock
  /** After it was set up and its recovery codes were read. */
  onSetUp?: () => void
}

export const SecondFactor = ({ account, clock, onSetUp }: Props) => {
  const { username, secondFactor, factorRequired } = account
  const isAdmin = useCan('users_admin')
  const [step, setStepIn] = useState<Step>()
  const setStep = (next: Step | undefined): void => {
    setStepIn(next)
    if (!next && step?.is === 'codes') onSetUp?.()
  }
  const begin = (is: 'password' | 'others' | 'remove') =>
    ({ 'aria-haspopup': 'dialog', onClick: () => setStep({ is }) }) as const
  return (
    <Panel id="account-factor" title="Verificación en dos pasos">
      {secondFactor ? (
        <>
          <p>
            Activa desde <When at={secondFactor.since} clock={clock} />. Le quedan {secondFactor.recoveryCodesLeft}{' '}
            códigos de recuperación.
          </p>
          <Devices count={secondFactor.devices} />
          <div className="row-wrap gap-8">
            <Button label="Otros códigos de recuperación" {...begin('others')} />
            {!factorRequired.ofUser && <Button label="Quitar" {...begin('remove')} />}
          </div>
          {factorRequired.ofUser && <p className="muted">Su empresa se la pide: no puede quitarla.</p>}
          {isAdmin && <RequiredOfAdmins isRequired={factorRequired.ofAdmins} />}
        </>
      ) : (
        <>
          <p>Además de su contraseña se pide un código de su teléfono: quien sepa solo la contraseña no entra.</p>
          <div>
            <Button label="Activar" {...begin('password')} />
          </div>
        </>
      )}
      {step?.is === 'password' && <PasswordStep username={username} onStep={setStep} />}
      {step?.is === 'application' && <ApplicationStep secret={step.secret} uri={step.uri} onStep={setStep} />}
      {step?.is === 'codes' && <RecoveryCodes codes={step.codes} onStep={setStep} />}
      {step?.is === 'others' && <OtherCodes onStep={setStep} />}
      {step?.is === 'remove' && <RemoveFactor username={username} onStep={setStep} />}
    </Panel>
  )
}
