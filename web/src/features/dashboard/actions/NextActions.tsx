// "Qué hacer esta semana": what falls due, what is blocked by which debts, and the debts that should not be there,
// the most urgent first; under them every rule that they could go by.
import { dashboard as calls, type PaymentRule } from '@padron/contract/dashboard'
import { useId } from 'react'
import { useQuietCall } from '../../../api/use-call.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { StatusSign } from '../../../ui/StatusSign.tsx'
import { otherReadingText, rulesText, sourceText, validText, weekText } from './action-words.ts'
import './actions.css'
import { Groups } from './Groups.tsx'

const KINDS: Readonly<Record<PaymentRule['kind'], string>> = {
  discount: 'Descuento',
  blocks: 'Trámite que se impide',
  appeal: 'Plazo para impugnar',
}

/** What it says, who published it and when, and whether it is in use or why not. */
const Rule = ({ rule }: { rule: PaymentRule }) => (
  <li className="next-rule box small">
    <h4>{rule.title}</h4>
    <p className="muted">
      {KINDS[rule.kind]} · {rule.where}
    </p>
    <p>{rule.says}</p>
    {rule.otherReading && <p className="muted">{otherReadingText(rule)}.</p>}
    {rule.note && <p className="muted">{rule.note}</p>}
    <p className="next-rule__state flex gap-6 align-top">
      <StatusSign sign={rule.shown ? 'clear' : 'unknown'} size={16} />
      <span>{rule.shown ? 'En uso' : `No se usa. ${rule.whyNot ?? 'No está vigente hoy.'}`}</span>
    </p>
    <p className="muted">{[validText(rule), `Fuente: ${sourceText(rule)}`].filter(Boolean).join(' · ')}</p>
  </li>
)

const Rules = ({ rules }: { rules: readonly PaymentRule[] }) => {
  if (rules.length === 0)
    return <p className="next-rules muted">No se conoce ninguna regla de descuentos o de trámites para su flotilla.</p>
  return (
    <details className="next-rules">
      <summary className="small">
        Reglas <span className="muted">{rulesText(rules)}</span>
      </summary>
      <p className="measure muted small">
        Las publican las autoridades y pueden cambiar. Donde las fuentes no coinciden se muestran los dos plazos, o la
        regla no se usa.
      </p>
      <ul className="stack gap-8" aria-label="Reglas">
        {rules.map((rule) => (
          <Rule key={rule.ruleKey} rule={rule} />
        ))}
      </ul>
    </details>
  )
}

export const NextActions = () => {
  const heading = useId()
  const actions = useQuietCall(calls.actions, {})
  const content = () => {
    if (actions.data)
      return (
        <>
          <Groups actions={actions.data} />
          <Rules rules={actions.data.rules} />
        </>
      )
    if (!actions.isError) return <SkeletonRows label="Cargando las próximas acciones" rows={5} />
    return <LoadFailure title={calls.actions.fails} query={actions} />
  }
  return (
    <section className="next" aria-labelledby={heading} tabIndex={-1}>
      <header className="next__head flex-wrap baseline">
        <h2 id={heading}>Qué hacer esta semana</h2>
        {actions.data && <span className="muted">{weekText(actions.data)}</span>}
      </header>
      {content()}
    </section>
  )
}
