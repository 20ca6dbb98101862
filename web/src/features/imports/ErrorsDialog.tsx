// '¡Su plantilla contiene errores!': how many, which are most, the marked workbook, and correcting them here.
import { type Import, UPLOAD_TEXTS } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { MarkedFileButton } from '../../ui/MarkedFileButton.tsx'
import { errorsText } from './errors-text.ts'
import { CommonNotes, FileNotes } from './Findings.tsx'
import { SameAs } from './SameAs.tsx'
import { useDownload } from './use-download.ts'

const SHOWN = 5

type Props = { told: Import; clock: Clock; onCorrect: () => void; onClose: () => void }

export const ErrorsDialog = ({ told, clock, onCorrect, onClose }: Props): ReactNode => {
  const download = useDownload(told.importId, ({ fileUrl }) => fileUrl)
  const footer = (
    <div className="state-block__actions hide-empty flex-wrap gap-8">
      <MarkedFileButton onDownload={told.fileUrl ? download : undefined} />
      {told.counts.refused > 0 ? (
        <button type="button" className="button button--primary" onClick={onCorrect}>
          Corregir aquí
        </button>
      ) : (
        <button type="button" className="button button--primary" onClick={onClose}>
          Cerrar
        </button>
      )}
    </div>
  )
  return (
    <Dialog title={UPLOAD_TEXTS.errors} shape="wide" onClose={onClose} footer={footer}>
      <div className="dialog-text">
        <SameAs told={told} clock={clock} />
        <p>{errorsText(told)}</p>
        <FileNotes told={told} />
        <CommonNotes told={told} atMost={SHOWN} />
      </div>
    </Dialog>
  )
}
