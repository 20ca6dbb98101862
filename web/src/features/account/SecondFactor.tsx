// The user's second factor: adding and removing the application, passkeys and recovery codes.
import { type Account, account as calls } from '@padron/contract/account'
import type { Reply } from '@padron/contract/call'
import { company } from '@padron/contract/company'
import type { PasskeyCreation } from '@padron/contract/passkeys'
import { countOf } from '@padron/contract/texts/count-of'
import { useState } from 'react'
import { encode } from 'uqr'
import { useAction } from '../../api/use-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { dayInText } from '../../lib/dates.ts'
import { seal } from '../../session/seal.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { SecretDialog } from '../../ui/dialog/SecretDialog.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { countUsable, FactorKinds } from './FactorKinds.tsx'
import {
  BLANK,
  CodeField,
  CurrentPassword,
  canProve,
  findObstacle,
  missing,
  ProofField,
  proofFailure,
  readProof,
} from './factor-fields.tsx'
import { NewPasskey } from './NewPasskey.tsx'
import { Panel } from './Panel.tsx'
import { passwordRefusal } from './PasswordForm.tsx'

/** Dark on light in every theme: cameras require it. */
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
/** A passkey, or without id the application. */
type Kind = { passkeyId?: string; name?: string }
type Step =
  | { is: 'password' | 'passkey password' | 'others' }
  | ({ is: 'application' } & Begun)
  | { is: 'passkey'; creation: PasskeyCreation }
  | { is: 'codes'; codes: string[] }
  | ({ is: 'remove' } & Kind)
type DialogProps = { account: Account; onStep: (step: Step | undefined) => void }
/** `onAdded` receives the recovery codes if they are new. */
type AddProps = { onAdded: (codes: string[]) => void; onClose: () => void }

type Beginning = typeof calls.beginFactor | typeof calls.beginPasskey
type PasswordProps<R extends Beginning> = {
  username: string
  title: string
  /** Explains what the dialog requires. */
  children: string
  call: R
  onBegun: (begun: Reply<R>) => void
  onClose: () => void
}

const PasswordStep = <R extends Beginning>(props: PasswordProps<R>) => {
  const { username, title, children, call, onBegun, onClose } = props
  const form = useForm<typeof BLANK, Beginning>({
    stored: BLANK,
    exact: true,
    validate: ({ current }) => missing({ current }),
    call,
    args: async ({ current }) => ({ body: { current: await seal(current, { username, use: 'current-password' }) } }),
    failure: (error, marked) => (marked ? undefined : passwordRefusal(error)),
    onSaved: (begun) => onBegun(begun as Reply<R>),
  })
  return (
    <FormDialog form={form} title={title} verb="Continuar" onClose={onClose}>
      <p className="measure">Al entrar, además de su contraseña se le pedirá {children}.</p>
      <CurrentPassword username={username} />
    </FormDialog>
  )
}

const ApplicationStep = ({ secret, uri, onAdded, onClose }: Begun & AddProps) => {
  const form = useForm({
    stored: BLANK,
    validate: ({ code }) => missing({ code }),
    call: calls.confirmFactor,
    args: ({ code }) => ({ body: { code } }),
    onSaved: ({ codes }) => onAdded(codes),
  })
  return (
    <FormDialog form={form} title="Agregue Padrón a su aplicación" verb="Activar" onClose={onClose}>
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

const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[] } & Pick<AddProps, 'onClose'>) => {
  const [isCopied, setCopied] = useState(false)
  return (
    <SecretDialog
      title="Sus códigos de recuperación"
      isSaved={isCopied}
      question="¿Cerrar sin copiarlos?"
      loss="No se muestran de nuevo. Puede pedir otros en Mi cuenta."
      tools={<CopyButton text={codes.join('\n')} label="Copiar los códigos" onCopied={() => setCopied(true)} />}
      onClose={onClose}
    >
      <p className="measure">
        Guárdelos donde no los pierda con el teléfono o el equipo. Cada uno sirve una vez, en lugar de su aplicación o
        su llave de acceso.
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

const OtherCodes = ({ account, onStep }: DialogProps) => {
  const form = useForm({
    stored: BLANK,
    validate: ({ code }) => (canProve(account) ? {} : missing({ code })),
    call: calls.replaceRecoveryCodes,
    args: async ({ code }) => ({ body: await readProof(code) }),
    failure: proofFailure,
    onSaved: ({ codes }) => onStep({ is: 'codes', codes }),
  })
  return (
    <FormDialog form={form} title="Otros códigos de recuperación" verb="Dar otros" onClose={() => onStep(undefined)}>
      <p className="measure">Los que tiene ahora dejan de servir.</p>
      <ProofField account={account} />
    </FormDialog>
  )
}

const RemoveKind = ({ account, passkeyId, name, onStep }: Kind & DialogProps) => {
  const { username, secondFactor } = account
  const form = useForm({
    stored: BLANK,
    exact: true,
    validate: ({ current, code }) => missing(canProve(account) ? { current } : { current, code }),
    call: calls.removeFactor,
    args: async ({ current, code }) => {
      const proof = await readProof(code)
      const which = passkeyId === undefined ? {} : { passkeyId }
      return { body: { current: await seal(current, { username, use: 'current-password' }), ...which, ...proof } }
    },
    failure: proofFailure,
    onSaved: () => onStep(undefined),
  })
  const kinds = (secondFactor?.passkeys.length ?? 0) + (secondFactor?.application ? 1 : 0)
  const what = name === undefined ? 'la aplicación de códigos' : `la llave de acceso «${name}»`
  return (
    <FormDialog
      form={form}
      title={kinds > 1 ? `Quitar ${what}` : 'Quitar la verificación en dos pasos'}
      verb="Quitar"
      onClose={() => onStep(undefined)}
    >
      <p className="measure">
        {kinds > 1
          ? 'Dejará de servir para entrar. Lo demás de su verificación en dos pasos sigue igual.'
          : 'Para entrar bastará otra vez su contraseña. Sus códigos de recuperación dejan de servir.'}
      </p>
      <CurrentPassword username={username} />
      <ProofField account={account} />
    </FormDialog>
  )
}

/** Requires a second factor of all users who administer users; visible only to those who may change the setting. */
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
      No se pide en {countOf(count, 'equipo', 'equipos')}.
      <Button label="Pedirla en todos" kind="link" busy={isPending} onClick={() => mutate({})} />
    </p>
  )
}

type Props = {
  account: Account
  clock: Clock
  /** Called after the set-up, once the user has seen the recovery codes. */
  onSetUp?: () => void
}

export const SecondFactor = ({ account, clock, onSetUp }: Props) => {
  const { username, secondFactor, factorRequired, passkeyOrigin } = account
  const isAdmin = useCan('users_admin')
  const obstacle = findObstacle(passkeyOrigin)
  const isInUse = secondFactor !== null && !(factorRequired.ofUser && countUsable(secondFactor) === 0)
  const [step, setStep] = useState<Step>()
  const close = (): void => setStep(undefined)
  const end = (): void => {
    close()
    onSetUp?.()
  }
  const onAdded = (codes: string[]): void => (codes.length > 0 ? setStep({ is: 'codes', codes }) : end())
  const begin = (next: Step) => ({ 'aria-haspopup': 'dialog', onClick: () => setStep(next) }) as const
  return (
    <Panel id="account-factor" title="Verificación en dos pasos">
      {secondFactor ? (
        <>
          <p>
            Activa desde el {dayInText(secondFactor.since, clock.zone)}. Le quedan {secondFactor.recoveryCodesLeft}{' '}
            códigos de recuperación.
          </p>
          <FactorKinds
            factor={secondFactor}
            isRequired={factorRequired.ofUser}
            clock={clock}
            onRemove={(kind) => setStep({ is: 'remove', ...kind })}
          />
          {isInUse && <Devices count={secondFactor.devices} />}
        </>
      ) : (
        <p>
          Además de su contraseña se pide un código de su teléfono o una llave de acceso: quien sepa solo la contraseña
          no entra.
        </p>
      )}
      <div className="factor-actions row-wrap gap-8">
        {obstacle === undefined && (
          <Button label="Agregar una llave de acceso" {...begin({ is: 'passkey password' })} />
        )}
        {!secondFactor?.application && <Button label="Agregar una aplicación" {...begin({ is: 'password' })} />}
        {isInUse && <Button label="Otros códigos de recuperación" {...begin({ is: 'others' })} />}
      </div>
      {obstacle && <p className="muted">{obstacle}</p>}
      {isInUse && isAdmin && <RequiredOfAdmins isRequired={factorRequired.ofAdmins} />}
      {step?.is === 'password' && (
        <PasswordStep
          username={username}
          title="Agregar una aplicación"
          call={calls.beginFactor}
          onBegun={(begun) => setStep({ is: 'application', ...begun })}
          onClose={close}
        >
          un código de una aplicación de su teléfono, como Google Authenticator o Microsoft Authenticator
        </PasswordStep>
      )}
      {step?.is === 'passkey password' && (
        <PasswordStep
          username={username}
          title="Agregar una llave de acceso"
          call={calls.beginPasskey}
          onBegun={(creation) => setStep({ is: 'passkey', creation })}
          onClose={close}
        >
          la huella, la cara o el PIN de este equipo o de su teléfono, o una llave de seguridad USB
        </PasswordStep>
      )}
      {step?.is === 'application' && (
        <ApplicationStep secret={step.secret} uri={step.uri} onAdded={onAdded} onClose={close} />
      )}
      {step?.is === 'passkey' && (
        <NewPasskey account={account} creation={step.creation} onAdded={onAdded} onClose={close} />
      )}
      {step?.is === 'codes' && <RecoveryCodes codes={step.codes} onClose={end} />}
      {step?.is === 'others' && <OtherCodes account={account} onStep={setStep} />}
      {step?.is === 'remove' && <RemoveKind account={account} {...step} onStep={setStep} />}
    </Panel>
  )
}
