// The form of a step: its fields, «Probar y guardar», and the result of the test.
import type { Call } from '@padron/contract/call'
import { SETUP_TEXTS, type SetupReport, setup } from '@padron/contract/setup'
import type { ReactNode } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { type FormFrame, type FormOptions, useForm } from '../../ui/form/use-form.ts'

const ENDED: Readonly<Record<number, string>> = {
  401: SETUP_TEXTS.noSession,
  404: 'Esta instalación ya está en marcha: este paso se cambia con padron init en el servidor.',
}
/** Keeps what was typed, and shows why it cannot be tested. */
export const useStepForm = <V extends object, R extends Call>(options: FormOptions<V, R>) =>
  useForm<V, R>({
    ...options,
    failure: (error, marked) => (marked ? undefined : (ENDED[statusOf(error) ?? 0] ?? refusalText(error))),
  })

const Report = ({ report: { ok, summary, advice, facts } }: { report: SetupReport }) => (
  <div className="setup-report">
    <p className="flex gap-8 align-top">
      <StatusSign sign={ok ? 'clear' : 'debt'} size={18} />
      <strong>{summary}</strong>
    </p>
    {advice && <p>{advice}</p>}
    {facts.length > 0 && (
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
  </div>
)

type Props = {
  form: FormFrame & { message: { text: string } | undefined }
  report: SetupReport | null
  /** The environment has these settings, so they cannot be edited. */
  fixed: boolean
  /** The step to skip; undefined: it cannot be skipped. */
  later?: 'address' | 'mail' | 'files' | 'backup' | 'provider'
  children: ReactNode
  /** Beside the button. */
  actions?: ReactNode
  label?: string
}

export const StepForm = ({ form, report, fixed, later, children, actions, label = 'Probar y guardar' }: Props) => {
  const { mutate, isPending } = useAction(setup.later, { onSuccess: () => undefined })
  return (
    <>
      {fixed && <p>Lo fija el entorno del servidor: se prueba como está y aquí no se cambia.</p>}
      <Form form={form}>
        {children}
        <p className="field__fault hide-empty" role="alert">
          {form.message?.text}
        </p>
        <div className="flex gap-8 wrap">
          <Button label={fixed ? 'Probar' : label} type="submit" kind="primary" busy={form.busy} />
          {actions}
          {later && (
            <Button
              label="Más tarde"
              busy={isPending}
              off={form.busy}
              onClick={() => mutate({ body: { step: later } })}
            />
          )}
        </div>
      </Form>
      <div aria-live="polite">{report && !form.busy && <Report report={report} />}</div>
    </>
  )
}
