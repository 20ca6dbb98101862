// Every rule that the next actions could go by: what it says, who published it and when, and whether it is in use or why not.
import type { PaymentRule } from '@padron/contract/dashboard'
import type { ReactNode } from 'react'
import { StatusSign } from '../../../ui/StatusSign.tsx'
import { otherReadingText, rulesText, sourceText, validText } from './action-words.ts'

const KINDS: Readonly<Record<PaymentRule['kind'], string>> = {
  discount: 'Descuento',
  blocks: 'Trámite que se impide',
}

const Standing = ({ rule: { shown, whyNot } }: { rule: PaymentRule }): ReactNode => (
  <p className="next-rule__standing flex gap-6 align-top">
    <StatusSign sign={shown ? 'clear' : 'unknown'} size={16} />
    <span>{shown ? 'En uso' : `No se usa. ${whyNot ?? 'No está vigente hoy.'}`}</span>
  </p>
)

const One = ({ rule }: { rule: PaymentRule }): ReactNode => (
  <li className="next-rule box small">
    <h4>{rule.title}</h4>
    <p className="muted">
      {KINDS[rule.kind]} · {rule.where}
    </p>
    <p>{rule.says}</p>
    {rule.otherReading && <p className="muted">{otherReadingText(rule)}.</p>}
    {rule.note && <p className="muted">{rule.note}</p>}
    <Standing rule={rule} />
    <p className="muted">{[validText(rule), `Fuente: ${sourceText(rule)}`].filter(Boolean).join(' · ')}</p>
  </li>
)

const Known = ({ rules }: { rules: readonly PaymentRule[] }): ReactNode => (
  <details className="next-rules">
    <summary className="small">
      Reglas <span className="muted">{rulesText(rules)}</span>
    </summary>
    <p className="muted small">
      Las publican las autoridades y pueden cambiar. Donde las fuentes no coinciden se muestran los dos plazos, o la
      regla no se usa.
    </p>
    <ul className="stack gap-8" aria-label="Reglas">
      {rules.map((rule) => (
        <One key={rule.ruleKey} rule={rule} />
      ))}
    </ul>
  </details>
)

export const Rules = ({ rules }: { rules: readonly PaymentRule[] }): ReactNode =>
  rules.length > 0 ? (
    <Known rules={rules} />
  ) : (
    <p className="next-rules muted">No se conoce ninguna regla de descuentos o de trámites para su flotilla.</p>
  )
