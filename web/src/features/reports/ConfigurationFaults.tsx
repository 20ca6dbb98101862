// '¡Su plantilla contiene errores!': which cell and why, and the sender's own workbook with its cells marked.
import type { Configured } from '@padron/contract/report-outcomes'
import { type ReactNode, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { STILL_GOOD_MS } from '../../lib/address-age.ts'
import { downloadFrom } from '../../lib/download.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { MarkedFileButton } from '../../ui/MarkedFileButton.tsx'
import type { Column } from '../../ui/table-column.ts'
import { counted } from './report-words.ts'

const OVER = 'El libro marcado se guarda pocos minutos: suba otra vez el archivo para tenerlo de nuevo.'

const COLUMNS: readonly Column<Configured['errors'][number]>[] = [
  { key: 'row', title: 'Fila', cell: ({ row }) => row },
  { key: 'column', title: 'Columna', cell: ({ column }) => column },
  { key: 'message', title: 'Qué está mal', cell: ({ message }) => message },
]

type Props = { answer: Configured; onBack: () => void; onClose: () => void }

export const ConfigurationFaults = ({ answer, onBack, onClose }: Props): ReactNode => {
  const { errors, errorCount, fileUrl } = answer
  const [since] = useState(Date.now)
  // Its address is only in this answer: it cannot be asked for anew.
  const download = (url: string): void =>
    Date.now() - since < STILL_GOOD_MS ? downloadFrom(url) : notify('warning', OVER)
  return (
    <div className="foreseen grid-one gap-10">
      <p role="status">
        {counted(errorCount, 'error', 'errores')}. No se cambió nada: corrija el libro y súbalo otra vez.
      </p>
      <DataTable
        box="faults"
        className="table"
        labels
        caption="Errores de la plantilla"
        columns={COLUMNS}
        rows={errors}
        keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
      />
      {errorCount > errors.length && (
        <p className="muted">
          Se muestran los primeros {errors.length}; {fileUrl ? 'el libro marcado los tiene todos.' : 'hay más.'}
        </p>
      )}
      <div className="upload-foot row-wrap gap-8 justify-end surface ruled-above">
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
