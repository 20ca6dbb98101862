// The documents of a vehicle, of all types or of one.
import type { Document, Paper } from '@padron/contract/documents'
import { type ReactNode, useId, useState } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { DocumentItem, type ItemActions } from './DocumentItem.tsx'

const AT_FIRST = 8

type Props = {
  documents: readonly Document[]
  /** Every type there is. */
  types: readonly Paper[]
  clock: Clock
  admin: boolean
  actions: ItemActions
}

export const DocumentList = ({ documents, types, clock, admin, actions }: Props): ReactNode => {
  const id = useId()
  const [typeId, setType] = useState<number>()
  const [all, showAll] = useState(false)
  if (documents.length === 0) return <p className="muted">Este vehículo no tiene documentos aún</p>
  const found = typeId === undefined ? documents : documents.filter(({ documentTypeId }) => documentTypeId === typeId)
  return (
    <>
      <div className="field documents__filter no-print">
        <label htmlFor={id}>Tipo de documento</label>
        <select
          id={id}
          value={typeId ?? ''}
          onChange={({ target }) => setType(target.value === '' ? undefined : Number(target.value))}
        >
          <option value="">Todos los tipos</option>
          {types.map(({ documentTypeId, documentTypeName }) => (
            <option key={documentTypeId} value={documentTypeId}>
              {documentTypeName}
            </option>
          ))}
        </select>
      </div>
      {found.length === 0 && (
        <p className="muted" role="status">
          Sin documentos para la categoría seleccionada
        </p>
      )}
      {found.length > 0 && (
        <ul className="stack gap-10" aria-label="Documentos del vehículo">
          {(all ? found : found.slice(0, AT_FIRST)).map((document) => (
            <DocumentItem
              key={document.documentId}
              document={document}
              paper={types.find(({ documentTypeId }) => documentTypeId === document.documentTypeId)}
              clock={clock}
              admin={admin}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {found.length > AT_FIRST && (
        <button type="button" className="link-button" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Ver solo los más recientes' : `Ver los ${found.length} documentos`}
        </button>
      )}
    </>
  )
}
