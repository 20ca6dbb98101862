// '¡Su plantilla contiene errores!': which cell and why, and the sender's own workbook with its cells marked.
import type { Configured } from '@padron/contract/report-outcomes'
import { type ReactNode, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { STILL_GOOD_MS } from '../../lib/address-age.ts'
import { downloadFrom } from '../../lib/download.ts'
import { MarkedFileButton } from '../../ui/MarkedFileButton.tsx'
import { counted } from './report-words.ts'

const OVER = 'El libro marcado se guarda pocos minutos: suba otra vez el archivo para tenerlo de nuevo.'

type Props = { told: Configured; onBack: () => void; onClose: () => void }

export const ConfigurationFaults = ({ told, onBack, onClose }: Props): ReactNode => {
  const { errors, errorCount, fileUrl } = told
  const [since] = useState(Date.now)
  // Its address is only in this answer: it cannot be asked for anew.
  const download = (url: string): void =>
    Date.now() - since < STILL_GOOD_MS ? downloadFrom(url) : notify('warning', OVER)
  return (
    <div className="foreseen">
      <p role="status">
        {counted(errorCount, 'error', 'errores')}. No se cambió nada: corrija el libro y súbalo otra vez.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must do so by keyboard */}
      <section className="faults" aria-label="Errores de la plantilla" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Fila</th>
              <th scope="col">Columna</th>
              <th scope="col">Qué está mal</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`}>
                <td data-label="Fila">{row}</td>
                <td data-label="Columna">{column}</td>
                <td data-label="Qué está mal">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {errorCount > errors.length && (
        <p className="muted">
          Se muestran los primeros {errors.length}; {fileUrl ? 'el libro marcado los tiene todos.' : 'hay más.'}
        </p>
      )}
      <div className="upload-foot">
        <MarkedFileButton onDownload={fileUrl ? () => download(fileUrl) : undefined} />
        <button type="button" className="button" onClick={onBack}>
          Elegir otro archivo
        </button>
        <button type="button" className="button button--primary" onClick={onClose}>
          Cerrar
        </button>
      </div>
    </div>
  )
}
