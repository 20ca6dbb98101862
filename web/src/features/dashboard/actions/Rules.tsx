// Every rule of discounts, blocked procedures and appeals: its text, its effect on the company's vehicles, and its
// publisher.
import type { NextActions, PaymentRule } from '@padron/contract/dashboard'
import { actionQueries } from '@padron/contract/dashboard/queries'
import { type Ref, useId } from 'react'
import { byValidity, hasEnded, unitValidText } from '../../../lib/official-rule-texts.ts'
import { useUser } from '../../../session/user-context.ts'
import { OtherReading, RuleSource, SourceLine } from '../../../ui/domain/RuleSource.tsx'
import { StatusSign } from '../../../ui/domain/StatusSign.tsx'
import { rulesText } from './action-texts.ts'
import { SeeInCatalogue } from './Group.tsx'
import { type RuleEffect, ruleEffects } from './rule-effects.ts'

const KINDS: Readonly<Record<PaymentRule['kind'], string>> = {
  discount: 'Descuento',
  blocks: 'Trámite que se impide',
  appeal: 'Plazo para impugnar',
  unit: 'Valor oficial',
}

const Effect = ({ effect: { sign, words, ...which }, title }: { effect: RuleEffect; title: string }) => (
  <p className="next-rule__state flex gap-6 align-top">
    <StatusSign sign={sign} size={16} />
    <span>
      {words} <SeeInCatalogue {...which} title={title} />
    </span>
  </p>
)

type RuleProps = { rule: PaymentRule; today: string; effects: readonly RuleEffect[] }

/** The text of a rule, its publisher and date, and whether it is in use or why not. */
const Rule = ({ rule, today, effects }: RuleProps) => (
  <li className="next-rule box small" {...(rule.unreplaced && { tabIndex: -1, 'data-unreplaced': true })}>
    <h4>{rule.title}</h4>
    <p className="muted">
      {KINDS[rule.kind]} · {rule.where}
    </p>
    <p>{rule.says}</p>
    {rule.otherReading && (
      <p className="muted">
        <OtherReading reading={rule.otherReading} />
      </p>
    )}
    {rule.note && <p className="muted">{rule.note}</p>}
    {!hasEnded(rule, today) && (
      <p className="next-rule__state flex gap-6 align-top">
        <StatusSign sign={rule.shown ? 'clear' : 'unknown'} size={16} />
        <span>{rule.shown ? 'En uso' : `No se usa. ${rule.whyNot ?? 'No está vigente hoy.'}`}</span>
      </p>
    )}
    {effects.map((effect) => (
      <Effect key={effect.words} effect={effect} title={rule.title} />
    ))}
    <p>
      {rule.kind === 'unit' && rule.validTo !== null ? (
        <SourceLine rule={rule} valid={unitValidText({ ...rule, validTo: rule.validTo }, today)} />
      ) : (
        <RuleSource rule={rule} today={today} />
      )}
    </p>
  </li>
)

type Props = { actions: NextActions; ref: Ref<HTMLDetailsElement> }

export const Rules = ({ actions, ref }: Props) => {
  const { country } = useUser()
  const pastId = useId()
  const { rules, today } = actions
  if (rules.length === 0)
    return <p className="next-rules muted">No se conoce ninguna regla de descuentos o de trámites para su flota.</p>
  const queries = actionQueries(actions)
  const { current, lacking, ended } = byValidity(rules, today)
  const past = [...lacking, ...ended]
  const item = (rule: PaymentRule) => (
    <Rule key={rule.ruleKey} rule={rule} today={today} effects={ruleEffects(actions, queries, rule, country)} />
  )
  return (
    <details ref={ref} className="next-rules">
      <summary className="small">
        Reglas <span className="muted">{rulesText(rules)}</span>
      </summary>
      <p className="measure muted small">
        Las publican las autoridades y pueden cambiar. Donde las fuentes no coinciden se muestran los dos plazos, o la
        regla no se usa.
      </p>
      <ul className="stack gap-8" aria-label="Reglas">
        {current.map(item)}
      </ul>
      {past.length > 0 && (
        <>
          <h3 id={pastId}>Terminadas</h3>
          <ul className="stack gap-8" aria-labelledby={pastId}>
            {past.map(item)}
          </ul>
        </>
      )}
    </details>
  )
}
