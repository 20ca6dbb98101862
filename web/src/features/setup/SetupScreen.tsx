// The set-up of a new installation: whoever has the code of the server's output goes through its steps, and may leave
// and resume them. There is no user yet, so the screen is outside of the console's shell.
import '../../ui/page.css'
import './setup.css'
import {
  SETUP_STEP_NAMES,
  SETUP_STEPS,
  SETUP_TEXTS,
  type SetupState,
  type SetupStep,
  setup,
} from '@padron/contract/setup'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { ask } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { refusalMessage } from '../../api/refusal.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useTitle } from '../../lib/use-title.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { Message } from '../../ui/Message.tsx'
import { CompanyStep, type Made, ReadyToSignIn } from './CompanyStep.tsx'
import { ProviderStep } from './ProviderStep.tsx'
import { AddressStep, BackupStep, FilesStep, MailStep } from './steps.tsx'

const WORDS = { pending: 'Por hacer', done: 'Lista', later: 'Para después' } as const

const GONE = 404
const NO_SESSION = 401
const toSignIn = <a href="/login">Iniciar sesión</a>

type StepProps = { step: SetupStep; number: number; state: SetupState; isNext: boolean; children: ReactNode }

/** Opens by itself when it is the next step; stays open to show the result of its test. */
const Step = ({ step, number, state, isNext, children }: StepProps) => {
  const [isOpen, setOpen] = useState(isNext)
  const [wasNext, setWasNext] = useState(isNext)
  if (isNext !== wasNext) {
    setWasNext(isNext)
    if (isNext) setOpen(true)
  }
  return (
    <details className="box setup-step" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {number}. {SETUP_STEP_NAMES[step]} <span className="sign-word muted">{WORDS[state[step].state]}</span>
      </summary>
      {children}
    </details>
  )
}

const Steps = ({ state, onMade }: { state: SetupState; onMade: (made: Made) => void }) => {
  const next = SETUP_STEPS.find((step) => state[step].state === 'pending') ?? 'company'
  const forms: Record<SetupStep, ReactNode> = {
    address: <AddressStep state={state} />,
    mail: <MailStep state={state} />,
    files: <FilesStep state={state} />,
    backup: <BackupStep state={state} />,
    provider: <ProviderStep state={state} />,
    company: <CompanyStep state={state} onMade={onMade} />,
  }
  return SETUP_STEPS.map((step, index) => (
    <Step key={step} step={step} number={index + 1} state={state} isNext={step === next}>
      {forms[step]}
    </Step>
  ))
}

const Opened = () => {
  const [made, setMade] = useState<Made>()
  const { data, error, refetch } = useQuietCall(setup.state, {}, { off: made !== undefined })
  if (made) return <ReadyToSignIn made={made} />
  if (data)
    return (
      <>
        <p>Cada paso se prueba antes de guardarse. Puede salir y volver: lo guardado sigue aquí.</p>
        <Steps state={data} onMade={setMade} />
      </>
    )
  if (!error) return <p role="status">Cargando…</p>
  if (statusOf(error) === GONE) return <Message title="Esta instalación ya está en marcha" action={toSignIn} />
  if (statusOf(error) === NO_SESSION) return <Message alert title={SETUP_TEXTS.noSession} />
  return <LoadFailure title={setup.state.fails} query={{ error, refetch }} />
}

const codeInAddress = (): string | null => new URLSearchParams(location.search).get('code')
/** Removes the used code from the address, history and bookmarks. */
const clearAddress = (): void => history.replaceState(history.state, '', location.pathname)

let entering: Promise<string> | undefined
/** Runs once, however often the screen renders. @returns the failure in words; empty: success */
const enter = (code: string): Promise<string> => {
  entering ??= ask(setup.enter, { body: { code } }).then(
    () => '',
    (error: unknown) =>
      statusOf(error) === GONE ? '' : isInside().then((is) => (is ? '' : refusalMessage(error as Error, setup.enter))),
  )
  return entering
}
/** Whether this browser already has a set-up session, if the code was used up. */
const isInside = (): Promise<boolean> =>
  ask(setup.state, {}).then(
    () => true,
    () => false,
  )

const useEntered = (): string | undefined => {
  const [code] = useState(codeInAddress)
  const [fault, setFault] = useState(code === null ? '' : undefined)
  useEffect(() => {
    if (code === null) return
    clearAddress()
    let here = true
    void enter(code).then((text) => here && setFault(text))
    return () => {
      here = false
    }
  }, [code])
  return fault
}

export const SetupScreen = () => {
  useTitle('Puesta en marcha')
  const fault = useEntered()
  return (
    <QueryClientProvider client={queryClient}>
      <main className="setup grid-one gap-12 wide">
        <Wordmark size={36} />
        <h1>Puesta en marcha</h1>
        {fault === undefined && <p role="status">Abriendo…</p>}
        {fault && <Message alert title={fault} action={toSignIn} />}
        {fault === '' && <Opened />}
      </main>
    </QueryClientProvider>
  )
}
