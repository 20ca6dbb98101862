// The company's reports: content, recipients, schedule and last result; users with permission edit them here, without a
// workbook.
import { emailSettings } from '@padron/contract/email-settings'
import { reports as calls } from '@padron/contract/reports'
import type { Report } from '@padron/contract/reports/definition'
import { REPORTS_AT_MOST } from '@padron/contract/reports/rules'
import { localText } from '@padron/contract/texts/local-text'
import { useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { plainText } from '../../lib/plain-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan, useSeesAll } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { ReportCard } from './ReportCard.tsx'
import { type OpenReport, ReportDialogs } from './ReportDialogs.tsx'
import './report-list.css'
import { numberText } from '../../lib/number-text.ts'
import { Button } from '../../ui/Button.tsx'
import { recipientsOf } from './report-texts.ts'
import { ReportsSearch } from './search.ts'

const MANY = 12

const matches = (query: string) => {
  const text = plainText(query.trim())
  return (report: Report): boolean =>
    [report.name, ...recipientsOf(report)].some((one) => plainText(one).includes(text))
}

export const ReportList = () => {
  const mayChange = useCan('programReports_admin')
  const seesAll = useSeesAll()
  const now = useNow()
  const [search, setSearch] = useSearchState(ReportsSearch)
  const list = useQuietCall(calls.list, {})
  const settings = useQuietCall(emailSettings.read, {}, { off: !seesAll })
  const [open, setOpen] = useState<OpenReport>()
  const [query, setQuery] = useState('')
  const all = list.data?.reports ?? []
  const matching = all.filter(matches(query))
  // Users who see a part of the fleet cannot read the settings: the switch is off if no active report has a date.
  const allOff = seesAll
    ? settings.data?.emailSettings.active === false
    : all.some(({ active, nextAt }) => active && nextAt === null)
  const full = all.length >= REPORTS_AT_MOST
  const fromAddress = (): OpenReport | undefined => {
    const report = all.find(({ reportId }) => reportId === search.edit)
    if (mayChange && report) return { what: 'form', report }
    if (mayChange && search.new === 'report' && !full) return { what: 'form', report: undefined, viewId: search.view }
    return undefined
  }
  const close = (): void => {
    setOpen(undefined)
    if (search.new || search.edit) setSearch({ new: undefined, view: undefined, edit: undefined }, { replace: true })
  }
  const add = mayChange && !full && (
    <Button
      label="Agregar reporte"
      kind="primary"
      icon="plus"
      aria-haspopup="dialog"
      onClick={() => setOpen({ what: 'form', report: undefined, viewId: undefined })}
    />
  )
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.list.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los reportes" rows={3} columns={4} />
    if (all.length === 0)
      return (
        <Message
          title="Todavía no hay reportes programados"
          detail={
            mayChange
              ? 'Un reporte es un correo a quien usted diga, el día y a la hora que elija: por ejemplo, cada lunes, ' +
                `${localText('los adeudos de una región')}. Agréguelo aquí o suba la plantilla.`
              : 'Un administrador de reportes puede agregarlos; aquí verá cuáles hay, a quién llegan y cuándo.'
          }
          action={add}
        />
      )
    if (matching.length === 0)
      return (
        <Message
          title="Sin coincidencias"
          action={<Button label="Quitar la búsqueda" onClick={() => setQuery('')} />}
        />
      )
    return (
      <ul className="report-list stack gap-8" aria-label="Reportes">
        {matching.map((report) => (
          <ReportCard
            key={report.reportId}
            report={report}
            clock={{ now, zone: list.data.timeZone }}
            allOff={allOff}
            onOpen={setOpen}
          />
        ))}
      </ul>
    )
  }
  return (
    <section className="reports__block" aria-labelledby="reports" aria-busy={list.isFetching}>
      <header className="reports__head">
        <h2 id="reports">Reportes {all.length > 0 && <span className="muted">({numberText(all.length)})</span>}</h2>
        {all.length > MANY && (
          <input
            type="search"
            className="reports__search"
            aria-label="Buscar por nombre o destinatario"
            placeholder="Buscar por nombre o destinatario"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        )}
        {all.length > 0 && add}
      </header>
      {mayChange && full && (
        <p className="muted">Hay {REPORTS_AT_MOST} reportes, que es el máximo: elimine alguno para agregar otro.</p>
      )}
      {allOff && all.length > 0 && (
        <p className="note report-list__off">
          El envío programado de correos está en pausa: ningún reporte sale en su fecha.
          {mayChange && seesAll && ' Actívelo abajo, en Correo.'}
        </p>
      )}
      {content()}
      {list.data && (
        <ReportDialogs
          open={open ?? fromAddress()}
          all={all}
          timeZone={list.data.timeZone}
          onOpen={setOpen}
          onClose={close}
        />
      )}
    </section>
  )
}
