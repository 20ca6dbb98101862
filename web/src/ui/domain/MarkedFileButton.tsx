// Downloads the user's workbook with its wrong cells marked.
import { Button } from '../Button.tsx'

export const MarkedFileButton = ({ onDownload }: { onDownload: (() => void) | undefined }) =>
  onDownload && <Button label="Descargar archivo marcado" sends icon="download" onClick={onDownload} />
