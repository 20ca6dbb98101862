// One file: there already, on its way, or refused and why.
import type { ReactNode } from 'react'
import { decimalSizeText } from '../../lib/size-text.ts'
import { Icon } from '../../ui/icons.tsx'
import type { SentFile } from './capture-values.ts'
import type { Pending } from './use-capture-files.ts'

const TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
}
const typeText = (type: string): string => TYPES[type] ?? 'Archivo'

type SentProps = { file: SentFile; picture: string | undefined; onRemove: () => void }

export const SentLine = ({ file: { fileName, size, mediaType }, picture, onRemove }: SentProps): ReactNode => (
  <li className="files__line row gap-12 bordered rounded">
    <span className="files__picture stack rigid muted strong soft rounded-small clip">
      {picture ? <img className="wide" src={picture} alt="" /> : typeText(mediaType)}
    </span>
    <span className="stack fill break">
      {fileName}
      <small className="muted">
        {typeText(mediaType)}, {decimalSizeText(size)} · <span className="clear-text">Subido</span>
      </small>
    </span>
    <button type="button" className="icon-button" aria-label={`Quitar ${fileName}`} onClick={onRemove}>
      <Icon name="trash" size={16} />
    </button>
  </li>
)

type PendingProps = { pending: Pending; onRetry: () => void; onDrop: () => void }

export const PendingLine = ({
  pending: { file, progress, fault, final },
  onRetry,
  onDrop,
}: PendingProps): ReactNode => (
  <li className="files__line row gap-12 bordered rounded">
    <span className="files__picture stack rigid muted strong soft rounded-small clip">{typeText(file.type)}</span>
    <span className="stack fill break">
      {file.name}
      {fault ? (
        <small role="alert" className="field__fault">
          {fault}
        </small>
      ) : (
        <small className="muted files__progress row gap-8">
          <progress value={progress} max={1} aria-label={`Avance de ${file.name}`} />
          {progress < 1 ? `${Math.floor(progress * 100)} % de ${decimalSizeText(file.size)}` : 'Revisando…'}
        </small>
      )}
    </span>
    {fault && !final && (
      <button type="button" className="link-button" onClick={onRetry}>
        Reintentar
      </button>
    )}
    <button
      type="button"
      className="icon-button"
      aria-label={`${fault ? 'Quitar' : 'Cancelar la subida de'} ${file.name}`}
      onClick={onDrop}
    >
      <Icon name="close" size={16} />
    </button>
  </li>
)
