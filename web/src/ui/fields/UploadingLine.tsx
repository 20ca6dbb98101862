// The progress of an upload, and a button that cancels it.
import { Button } from '../Button.tsx'

type Props = {
  progress: number
  /** The work on the file after the upload. */
  what?: string
  /** The upload applies changes that the user has previewed: it cannot be cancelled after it arrived. */
  applying?: boolean
  onCancel: () => void
}

const LOOKING = 'Revisando el archivo…'

export const UploadingLine = ({ progress, what = LOOKING, applying = false, onCancel }: Props) => {
  const gone = progress >= 1
  const doing = applying ? 'Aplicando el archivo…' : what
  return (
    <div className="row-wrap gap-4-12 figures-text">
      <progress
        aria-label={gone ? (applying ? 'Aplicación del archivo' : 'Revisión del archivo') : 'Avance del envío'}
        {...(!gone && { value: progress, max: 1 })}
      />
      <span role="status" className="grow">
        {gone ? doing : 'Enviando el archivo…'}
      </span>
      {!gone && <span>{Math.floor(progress * 100)} %</span>}
      {!(gone && applying) && <Button label="Cancelar la subida" kind="link" onClick={onCancel} />}
    </div>
  )
}
