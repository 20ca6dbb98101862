// The user's own workbook back, its wrong cells marked.
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

export const MarkedFileButton = ({ onDownload }: { onDownload: (() => void) | undefined }): ReactNode =>
  onDownload && <Button label="Descargar archivo marcado" icon="download" onClick={onDownload} />
