// The next three dates that what is being typed gives, by the company's clock. A report whose days are left as they were goes on
// with its own.
import type { Report } from '@padron/contract/report-definition'
import { reports as calls } from '@padron/contract/reports'
import type { ReactNode } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { longDate, zoneName } from './next-words.ts'
import type { ReportValues } from './report-values.ts'

const STILL_MS = 250

type Props = { values: ReportValues; report: Report | undefined; timeZone: string }

const goesOn = (values: ReportValues, report: Report | undefined): boolean =>
  report !== undefined &&
  values.first === -1 &&
  values.frequency === report.frequency &&
  values.sendDay === report.sendDay &&
  values.sendHour === report.sendHour

export const NextDates = ({ values, report, timeZone }: Props): ReactNode => {
  const { frequency, sendDay, sendHour, first } = values
  const key = useDebounced(JSON.stringify({ frequency, sendDay, sendHour, firstReportSendTime: first }), STILL_MS)
  const own = goesOn(values, report) ? report?.nextAt : undefined
  const { data, error } = useQuietCall(calls.nextDates, { body: JSON.parse(key) }, { keep: true, off: !!own })
  const dates = own ? [own] : (data?.dates ?? [])
  const line = (): ReactNode => {
    if (dates.length === 0) return error ? (statusNotice(error) ?? 'No se pudieron calcular ahora.') : 'Calculando…'
    return (
      <ol className="bullets">
        {dates.map((at) => (
          <li key={at}>
            <time dateTime={at}>{longDate(at, timeZone)}</time>
          </li>
        ))}
      </ol>
    )
  }
  return (
    <section className="editor__dates soft rounded pad-8-12" aria-label="Próximos envíos" aria-live="polite">
      <p>
        <strong>{own ? 'Sigue con sus fechas; próximo envío:' : 'Próximos envíos:'}</strong>{' '}
        <span className="muted">
          ({zoneName(timeZone)}
          {!values.active && '; apagado no se envía ninguno'})
        </span>
      </p>
      {line()}
    </section>
  )
}
