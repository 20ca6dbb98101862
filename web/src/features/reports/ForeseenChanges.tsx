// Which reports a configuration workbook would add, change and delete, by name: what goes is seen before it is gone.
import type { Configured } from '@padron/contract/report-outcomes'
import type { ReactNode } from 'react'
import { numberText } from '../../lib/number-text.ts'
import type { Sign } from '../../lib/status-words.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { counted } from './report-words.ts'

type Change = 'created' | 'changed' | 'removed'
const CHANGES: readonly { change: Change; sign: Sign; one: string; many: string }[] = [
  {
    change: 'removed',
    sign: 'debt',
    one: 'se elimina: no está en el libro',
    many: 'se eliminan: no están en el libro',
  },
  { change: 'created', sign: 'clear', one: 'se agrega', many: 'se agregan' },
  { change: 'changed', sign: 'unprocessed', one: 'cambia', many: 'cambian' },
]

const mailsOf = ({ mails, mailCount }: Configured[Change][number]): string =>
  mails.join(', ') + (mailCount > mails.length ? ` y ${numberText(mailCount - mails.length)} más` : '')

type GroupProps = { of: Configured[Change]; title: string; sign: Sign }

const Group = ({ of, title, sign }: GroupProps): ReactNode => (
  <section aria-label={title}>
    <h3 className="row gap-6">
      <StatusSign sign={sign} size={16} />
      {title}
    </h3>
    <ul className="foreseen__reports stack gap-4 scroll">
      {of.map((report) => (
        <li key={report.name}>
          <strong>{report.name}</strong> <span className="muted">{mailsOf(report)}</span>
        </li>
      ))}
    </ul>
  </section>
)

export const ForeseenChanges = ({ told }: { told: Configured }): ReactNode => {
  const { reports, created, changed, removed } = told
  if (created.length + changed.length + removed.length === 0) return <p>La configuración ya es la del libro.</p>
  const same = reports - created.length - changed.length
  return (
    <>
      {CHANGES.filter(({ change }) => told[change].length > 0).map(({ change, sign, one, many }) => (
        <Group key={change} of={told[change]} title={counted(told[change].length, one, many)} sign={sign} />
      ))}
      {same > 0 && <p className="muted">{counted(same, 'reporte queda', 'reportes quedan')} sin cambios.</p>}
    </>
  )
}
