// «Primeros pasos» above the catalogue, for administrators of the company, until all steps are done or it is hidden.
import './onboarding.css'
import { type OnboardingState, type OnboardingStep, onboarding } from '@padron/contract/onboarding'
import { Link } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useId, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { can } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { type Part, stepWords } from './step-texts.ts'

const HIDDEN_NOTE = 'Los primeros pasos se ocultaron. Los encuentra en el menú de su usuario.'

const PartText = ({ part, className }: { part: Part; className?: string }) => {
  const user = useUser()
  const { text, to } = part
  if (!to || !can(user, to.needs)) return <>{text}</>
  return (
    <Link to={to.to} search={(to.search ?? {}) as never} {...(className && { className })}>
      {text}
    </Link>
  )
}

type Row = OnboardingState['steps'][number]
type Facts = NonNullable<OnboardingState['facts']>

const STATES = { data: 'Hecho', person: 'Marcado como hecho', todo: 'Por hacer' }

const CompanyDialog = lazy(() => import('./CompanyDialog.tsx').then((m) => ({ default: m.CompanyDialog })))

const ChangeCompany = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        label="Cambiar"
        kind="link"
        aria-label="Cambiar logotipo y zona horaria"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <CompanyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const StepItem = ({ row: { step, done }, facts }: { row: Row; facts: Facts }) => {
  const user = useUser()
  const { mutate, isPending } = useAction(onboarding.mark, { onSuccess: () => undefined })
  const { title, parts, action } = stepWords(step, facts, user)
  const mark = (isDone: boolean) => mutate({ body: { step, done: isDone } })
  const isRound = step === 'round' && done === null && facts.vehicles > 0
  return (
    <li className="first-steps__step stack gap-4 justify-start" data-done={done !== null}>
      <h3 className="row gap-8">
        <StatusSign sign={done ? 'clear' : 'unprocessed'} size={18} label={STATES[done ?? 'todo']} />
        {title}
      </h3>
      {isRound && (
        <progress value={facts.checked} max={facts.vehicles} aria-label="Avance de la primera ronda de consultas" />
      )}
      <p className="small muted">
        {parts.map((part, i) => (
          <Fragment key={part.text}>
            {i > 0 && (part.before ?? ' · ')}
            <PartText part={part} />
          </Fragment>
        ))}
      </p>
      <div className="row-wrap gap-4-12 small">
        {step === 'company' && <ChangeCompany />}
        {action?.to && can(user, action.to.needs) && <PartText part={action} />}
        {done === null && (
          <Button
            label="Marcar como hecho"
            kind="link"
            aria-label={`Marcar como hecho: ${title}`}
            busy={isPending}
            onClick={() => mark(true)}
          />
        )}
        {done === 'person' && (
          <Button
            label="Quitar la marca"
            kind="link"
            aria-label={`Quitar la marca: ${title}`}
            busy={isPending}
            onClick={() => mark(false)}
          />
        )}
      </div>
    </li>
  )
}

/** On a phone only the next step is shown, until the list is expanded. */
const isNext = (steps: readonly Row[], step: OnboardingStep): boolean =>
  step === (steps.find(({ done }) => done === null) ?? steps[0])?.step

const Panel = ({ steps, facts }: { steps: readonly Row[]; facts: Facts }) => {
  const id = useId()
  const phone = useMedia(PHONE)
  const [all, setAll] = useState(false)
  const hide = useAction(onboarding.dismiss, { onSuccess: () => notify('done', HIDDEN_NOTE) })
  const visibleSteps = phone && !all ? steps.filter(({ step }) => isNext(steps, step)) : steps
  const done = steps.filter((row) => row.done !== null).length
  return (
    <section className="first-steps no-print surface ruled-above stack gap-8" aria-labelledby={id}>
      <header className="row-wrap gap-4-12">
        <h2 id={id}>Primeros pasos</h2>
        <p className="muted grow" role="status">
          {done} de {steps.length} hechos
        </p>
        {phone && (
          <Button
            label={all ? 'Ver solo el siguiente' : 'Ver todos'}
            kind="link"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          />
        )}
        <Button
          label="Ocultar"
          aria-label="Ocultar los primeros pasos"
          busy={hide.isPending}
          onClick={() => hide.mutate({ body: { dismissed: true } })}
        />
      </header>
      <ol className="first-steps__list">
        {visibleSteps.map((row) => (
          <StepItem key={row.step} row={row} facts={facts} />
        ))}
      </ol>
    </section>
  )
}

export const FirstSteps = () => {
  const [isShown, setShown] = useState(false)
  const { data, error, isError, isFetching, refetch } = useQuietCall(
    onboarding.state,
    {},
    { poll: isShown, focused: true },
  )
  const visible = data !== undefined && !data.dismissed
  if (visible !== isShown) setShown(visible)
  if (data?.facts) return <Panel steps={data.steps} facts={data.facts} />
  if (!isError) return null
  return (
    <FailureLine
      className="first-steps"
      title="No se pudieron consultar los primeros pasos."
      query={{ error, refetch: () => isFetching || void refetch() }}
    />
  )
}
