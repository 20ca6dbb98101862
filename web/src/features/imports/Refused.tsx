// Something is wrong and nothing was written: the same as the dialog said, for as long as it is so.
import { type Import, UPLOAD_TEXTS } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { MarkedFileButton } from '../../ui/MarkedFileButton.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { errorsText } from './errors-text.ts'
import { useDownload } from './use-download.ts'

type Props = { told: Import; onCorrect: () => void }

export const Refused = ({ told, onCorrect }: Props): ReactNode => {
  const download = useDownload(told.importId, ({ fileUrl }) => fileUrl)
  return (
    <div className="state-block tinted stack gap-10">
      <p className="state-line flex-wrap align-top">
        <StatusSign sign="debt" size={18} />
        <span>
          <strong>{UPLOAD_TEXTS.errors}</strong> {errorsText(told)}
        </span>
      </p>
      <div className="state-block__actions hide-empty flex-wrap gap-8">
        {told.counts.refused > 0 && (
          <button type="button" className="button button--primary" onClick={onCorrect}>
            Corregir aquí
          </button>
        )}
        <MarkedFileButton onDownload={told.fileUrl ? download : undefined} />
      </div>
    </div>
  )
}
