import { sentText } from '../../lib/size-text.ts'
import { Button } from '../Button.tsx'
import './upload-progress.css'

type Props = { progress: number; file: File; onCancel: () => void }

export const UploadProgress = ({ progress, file, onCancel }: Props) => (
  <div className="upload row-wrap">
    <progress className="narrow" value={progress} max={1} aria-label={`Avance de ${file.name}`} />
    <span className="muted figures-text">{progress < 1 ? sentText(progress, file.size) : 'Revisando el archivo…'}</span>
    <Button label="Cancelar la subida" small onClick={onCancel} />
  </div>
)
