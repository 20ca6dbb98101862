// What changed, field by field; the first three at once.
import type { ActivityRow } from '@padron/contract/activity'
import { type ReactNode, useState } from 'react'
import { difference } from './change-words.ts'

const AT_ONCE = 3

type Change = ActivityRow['changes'][number]

const Values = (change: Change): ReactNode => {
  const { before, after } = difference(change)
  if (before === null) return <ins>{after}</ins>
  if (after === null)
    return (
      <>
        <span className="visually-hidden">se quitó </span>
        <del className="changes__gone">{before}</del>
      </>
    )
  return (
    <>
      <del>{before}</del>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> pasó a </span>
      <ins>{after}</ins>
    </>
  )
}

export const Changes = ({ changes }: Pick<ActivityRow, 'changes'>): ReactNode => {
  const [whole, showWhole] = useState(false)
  const rest = changes.length - AT_ONCE
  const shown = whole ? changes : changes.slice(0, AT_ONCE)
  return (
    <>
      <ul className="changes">
        {shown.map((change) => (
          <li key={change.field}>
            <span className="muted">{change.field}: </span>
            <Values {...change} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="link-button" aria-expanded={whole} onClick={() => showWhole(!whole)}>
          {whole ? 'Ver menos' : `Ver ${rest} más`}
        </button>
      )}
    </>
  )
}
