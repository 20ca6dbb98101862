// The user's own workbook back, its wrong cells marked.
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

export const MarkedFileButton = ({ onDownload }: { onDownload: (() => void) | undefined }): ReactNode =>
  onDownload && (
    <button type="button" className="button" onClick={onDownload}>
      <Icon name="download" size={16} />
      Descargar archivo marcado
    </button>
  )
