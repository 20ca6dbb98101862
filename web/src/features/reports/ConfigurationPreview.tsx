// The check of a configuration workbook: what it would change; or '¡Su plantilla contiene errores!', with each wrong
// cell, its message, and the workbook with its errors marked.
import { reports as calls } from '@padron/contract/reports'
import type { Configured } from '@padron/contract/reports/outcomes'
import { countOf } from '@padron/contract/texts/count-of'
import { zoneName } from '@padron/contract/texts/zone-name'
import { useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { STILL_GOOD_MS } from '../../lib/address-age.ts'
import { downloadFrom } from '../../lib/download.ts'
import { numberText } from '../../lib/number-text.ts'
import type { Sign } from '../../lib/status-texts.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { MarkedFileButton } from '../../ui/domain/MarkedFileButton.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { UploadingLine } from '../../ui/fields/UploadingLine.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { longDate } from './report-texts.ts'
import type { Configure } from './use-configure.ts'

const OVER = 'El archivo marcado se guarda pocos minutos: suba otra vez el archivo para tenerlo de nuevo.'

const COLUMNS: readonly Column<Configured['errors'][number]>[] = [
  { key: 'row', title: 'Fila', cell: ({ row }) => row },
  { key: 'column', title: 'Columna', cell: ({ column }) => column },
  { key: 'message', title: 'Qué está mal', cell: ({ message }) => message },
]

type FaultsProps = { answer: Configured; onBack: () => void; onClose: () => void }

export const ConfigurationFaults = ({ answer, onBack, onClose }: FaultsProps) => {
  const { errors, errorCount, fileUrl } = answer
  const [since] = useState(Date.now)
  // Only this reply has the signed address: it cannot be requested again.
  const download = (url: string): void =>
    Date.now() - since < STILL_GOOD_MS ? downloadFrom(url) : notify('warning', OVER)
  return (
    <div className="workbook grid-one gap-10">
      <p role="status">
        {countOf(errorCount, 'error', 'errores')}. No se cambió nada: corrija el archivo y súbalo otra vez.
      </p>
      <DataTable
        box="workbook-faults bordered rounded"
        className="table"
        labels
        caption="Errores de la plantilla"
        columns={COLUMNS}
        rows={errors}
        keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
      />
      {errorCount > errors.length && (
        <p className="muted">
          Se muestran los primeros {errors.length}; {fileUrl ? 'el archivo marcado los tiene todos.' : 'hay más.'}
        </p>
      )}
      <div className="upload-foot row-wrap gap-8 justify-end surface ruled-above">
        <MarkedFileButton onDownload={fileUrl ? () => download(fileUrl) : undefined} />
        <Button label="Elegir otro archivo" onClick={onBack} />
        <Button label="Cerrar" kind="primary" onClick={onClose} />
      </div>
    </div>
  )
}

type Change = 'created' | 'changed' | 'removed'
const CHANGES: readonly { change: Change; sign: Sign; one: string; many: string }[] = [
  {
    change: 'removed',
    sign: 'debt',
    one: 'se elimina: no está en el archivo',
    many: 'se eliminan: no están en el archivo',
  },
  { change: 'created', sign: 'clear', one: 'se agrega', many: 'se agregan' },
  { change: 'changed', sign: 'unprocessed', one: 'cambia', many: 'cambian' },
]

const mailsOf = ({ mails, mailCount }: Configured[Change][number]): string =>
  mails.join(', ') + (mailCount > mails.length ? ` y ${numberText(mailCount - mails.length)} más` : '')

const Group = ({ of, title, sign }: { of: Configured[Change]; title: string; sign: Sign }) => (
  <section aria-label={title}>
    <h3 className="row gap-6">
      <StatusSign sign={sign} size={16} />
      {title}
    </h3>
    <ul className="workbook__reports stack gap-4 scroll">
      {of.map((report) => (
        <li key={report.name}>
          <strong>{report.name}</strong> <span className="muted">{mailsOf(report)}</span>
        </li>
      ))}
    </ul>
  </section>
)

/** The reports that it would add, change and delete, by name. */
const Changes = ({ answer }: { answer: Configured }) => {
  const { reports, created, changed, removed } = answer
  if (created.length + changed.length + removed.length === 0) return <p>La configuración ya es la del archivo.</p>
  const same = reports - created.length - changed.length
  return (
    <>
      {CHANGES.filter(({ change }) => answer[change].length > 0).map(({ change, sign, one, many }) => (
        <Group key={change} of={answer[change]} title={countOf(answer[change].length, one, many)} sign={sign} />
      ))}
      {same > 0 && <p className="muted">{countOf(same, 'reporte queda', 'reportes quedan')} sin cambios.</p>}
    </>
  )
}

type Props = { answer: Configured; configure: Configure; onApply: () => void; onBack: () => void }

const FirstDates = ({ firstSends }: Pick<Configured, 'firstSends'>) => {
  const user = useUser()
  const { data } = useQuietCall(calls.list, {})
  const zone = data?.timeZone ?? user.zone
  if (firstSends.length === 0) return null
  return (
    <>
      <h3>Primer envío de cada uno</h3>
      <ul className="workbook__dates stack gap-4 scroll">
        {firstSends.map(({ name, at }) => (
          <li className="flex-wrap between break ruled-above" key={name}>
            <strong>{name}</strong> <span>{at ? longDate(at, zone) : 'no se envía: está en pausa'}</span>
          </li>
        ))}
      </ul>
      <p className="muted">Según la {zoneName(zone)}.</p>
    </>
  )
}

export const ConfigurationPreview = ({ answer, configure, onApply, onBack }: Props) => {
  const { file, progress, fault, cancel } = configure
  const busy = progress !== undefined
  const gone = answer.removed.length
  return (
    <div className="workbook grid-one gap-10 break">
      <p role="status">
        <strong>{file?.name}</strong> está bien: tiene {countOf(answer.reports, 'reporte', 'reportes')}. Todavía no se
        cambia nada.
      </p>
      <Changes answer={answer} />
      <FirstDates firstSends={answer.firstSends} />
      {busy && <UploadingLine progress={progress} applying onCancel={cancel} />}
      <div className="upload-foot row-wrap gap-8 justify-end surface ruled-above">
        <span role="alert" className="dialog__error">
          {fault}
        </span>
        <Button label="Elegir otro archivo" disabled={busy} onClick={onBack} />
        <Button
          label={gone > 0 ? `Aplicar y eliminar ${countOf(gone, 'reporte', 'reportes')}` : 'Aplicar'}
          kind={gone > 0 ? 'danger' : 'primary'}
          busy={busy}
          onClick={onApply}
        />
      </div>
    </div>
  )
}
