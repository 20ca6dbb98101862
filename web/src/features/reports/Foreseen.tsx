// What a configuration workbook would do: nothing has changed yet.
import type { Configured } from '@padron/contract/report-outcomes'
import { reports as calls } from '@padron/contract/reports'
import type { ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useUser } from '../../session/user-context.ts'
import '../../ui/buttons.css'
import { ForeseenChanges } from './ForeseenChanges.tsx'
import { longDate, zoneName } from './next-words.ts'
import { counted } from './report-words.ts'
import { UploadingLine } from './UploadingLine.tsx'
import type { Configure, Sent } from './use-configure.ts'

type Props = { told: Configured; sent: Sent; configure: Configure; onApply: () => void; onBack: () => void }

const FirstDates = ({ told: { firstSends } }: Pick<Props, 'told'>): ReactNode => {
  const user = useUser()
  const { data } = useQuietCall(calls.list, {})
  const zone = data?.timeZone ?? user.zone
  if (firstSends.length === 0) return null
  return (
    <>
      <h3>Primer envío de cada uno</h3>
      <ul className="foreseen__dates stack gap-4 scroll">
        {firstSends.map(({ name, at }) => (
          <li className="flex-wrap between break ruled-above" key={name}>
            <strong>{name}</strong> <span>{at ? longDate(at, zone) : 'no se envía: está apagado'}</span>
          </li>
        ))}
      </ul>
      <p className="muted">Según la {zoneName(zone)}.</p>
    </>
  )
}

export const Foreseen = ({ told, sent, configure, onApply, onBack }: Props): ReactNode => {
  const { progress, fault, cancel } = configure
  const busy = progress !== undefined
  const gone = told.removed.length
  return (
    <div className="foreseen grid-one gap-10">
      <p role="status">
        <strong>{sent.file.name}</strong> está bien: tiene {counted(told.reports, 'reporte', 'reportes')}. Todavía no se
        cambia nada.
      </p>
      <ForeseenChanges told={told} />
      <FirstDates told={told} />
      {busy && <UploadingLine progress={progress} applying onCancel={cancel} />}
      <div className="upload-foot row-wrap gap-8 justify-end surface ruled-above">
        <span role="alert" className="dialog__error">
          {fault}
        </span>
        <button type="button" className="button" onClick={onBack} disabled={busy}>
          Elegir otro archivo
        </button>
        <button
          type="button"
          className={`button ${gone > 0 ? 'button--danger' : 'button--primary'}`}
          aria-disabled={busy}
          onClick={() => busy || onApply()}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {gone > 0 ? `Aplicar y eliminar ${counted(gone, 'reporte', 'reportes')}` : 'Aplicar'}
        </button>
      </div>
    </div>
  )
}
