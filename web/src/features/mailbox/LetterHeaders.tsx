// From whom a letter is, to whom and of when, in Spanish; and, folded, its headers as they would travel.
import type { ReactNode } from 'react'
import { dateTime } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'

const SHOWN = [
  { header: 'From', name: 'De' },
  { header: 'To', name: 'Para' },
  { header: 'Reply-To', name: 'Responder a' },
  { header: 'Date', name: 'Fecha' },
] as const

type Header = readonly [string, string]
type Props = { headers: readonly Header[] }

const List = ({ headers }: Props): ReactNode => (
  <dl className="letter__headers stack gap-2 small">
    {headers.map(([name, value]) => (
      <div className="stack gap-12" key={name}>
        <dt className="muted break">{name}</dt>
        <dd className="break">{value}</dd>
      </div>
    ))}
  </dl>
)

export const LetterHeaders = ({ headers }: Props): ReactNode => {
  const { zone } = useUser()
  const said = SHOWN.flatMap(({ header, name }): Header[] =>
    headers
      .filter(([each]) => each === header)
      .map(([, value]) => [name, header === 'Date' ? dateTime(new Date(value).toISOString(), zone) : value]),
  )
  return (
    <>
      <List headers={said} />
      <details className="letter__raw">
        <summary className="small muted">Cabeceras</summary>
        <List headers={headers} />
      </details>
    </>
  )
}
