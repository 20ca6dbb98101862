// The panels of the account: a heading with content, and rows of a name and its value.
import type { ReactNode } from 'react'
import { NOTHING } from '../../lib/money-text.ts'
import '../../ui/page.css'
import './account.css'

export const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="account-panel box" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

/** @param rows values by their names */
export const Facts = ({ rows }: { rows: Readonly<Record<string, ReactNode>> }) => (
  <dl className="account-facts">
    {Object.entries(rows).map(([label, value]) => (
      <div key={label} className="stack gap-12 ruled">
        <dt className="muted">{label}</dt>
        <dd>{value || <span className="muted">{NOTHING}</span>}</dd>
      </div>
    ))}
  </dl>
)
