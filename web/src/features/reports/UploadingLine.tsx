// How far a workbook is on its way, and the way to call it off.
import type { ReactNode } from 'react'

type Props = { progress: number; onCancel: () => void }

export const UploadingLine = ({ progress, onCancel }: Props): ReactNode => {
  const gone = progress >= 1
  return (
    <div className="uploading">
      <progress
        aria-label={gone ? 'Revisión del archivo' : 'Avance del envío'}
        {...(!gone && { value: progress, max: 1 })}
      />
      <span role="status">
        {gone ? 'Revisando el archivo…' : `Enviando el archivo… ${Math.floor(progress * 100)} %`}
      </span>
      <button type="button" className="link-button" onClick={onCancel}>
        Cancelar la subida
      </button>
    </div>
  )
}
