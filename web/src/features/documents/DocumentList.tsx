// The documents of a vehicle, of all types or of one: state, expiry date, values of the fields, and actions.
import type { Reply } from '@padron/contract/call'
import type { documents } from '@padron/contract/documents'
import type { Document, DocumentInfo, DocumentTypeState } from '@padron/contract/documents/shapes'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { sizeText } from '../../lib/size-text.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { LabelledSelect } from '../../ui/fields/Select.tsx'
import { ActionMenu, type MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { documentWords, mediaWord, valueText } from './document-texts.ts'
import { FileButtons } from './FileButtons.tsx'
import type { PreviewFile } from './preview/PreviewDialog.tsx'

const AT_FIRST = 8

export type DocumentAction = 'edit' | 'replace' | 'versions' | 'remove'

const MENU: readonly (Pick<MenuAction, 'label' | 'icon'> & { key: DocumentAction })[] = [
  { key: 'edit', label: 'Editar', icon: 'edit' },
  { key: 'replace', label: 'Reemplazar archivo', icon: 'refresh' },
  { key: 'versions', label: 'Versiones', icon: 'history' },
  { key: 'remove', label: 'Eliminar', icon: 'trash' },
]

const isFilled = ({ value }: DocumentInfo): boolean => value !== null && value !== ''
const emptyText = (amount: number): string => (amount === 1 ? '1 dato sin escribir' : `${amount} datos sin escribir`)

const Values = ({ fields }: { fields: readonly DocumentInfo[] }) => (
  <dl className="facts">
    {fields.map((field) => (
      <div key={field.documentFieldId}>
        <dt className="tiny muted">
          {field.fieldName}
          {field.retired && <span className="muted"> (ya no se pide)</span>}
        </dt>
        <dd className="break">{valueText(field, field.value)}</dd>
      </div>
    ))}
  </dl>
)

type Shared = {
  list: UseQueryResult<Reply<typeof documents.list>>
  clock: Clock
  admin: boolean
  onShow: (file: PreviewFile) => void
  onAction: (action: DocumentAction, document: Document) => void
}
/** @param typeState the vehicle's state for the document's type */
type ItemProps = Shared & { document: Document; typeState: DocumentTypeState | undefined }

const Item = ({ document, typeState, list, clock, admin, onShow, onAction }: ItemProps) => {
  const heading = useId()
  const { documentName, documentTypeName, expiresOn, mediaType, size, files, who, uploadedAt, preview } = document
  const expiry = expiresOn === null ? undefined : documentWords(expiresOn, typeState, clock)
  const filled = document.docFields.filter(isFilled)
  const empty = document.docFields.filter((field) => !field.retired && !isFilled(field)).length
  const menu = MENU.filter(({ key }) => admin || (key === 'versions' && files > 1)).map((item) => ({
    ...item,
    run: () => onAction(item.key, document),
  }))
  return (
    <li>
      <article className="document stack gap-8 bordered rounded-large" aria-labelledby={heading}>
        <header className="document__head flex-wrap gap-8 align-top">
          <div className="document__name break narrow">
            <h4 id={heading}>{documentName}</h4>
            <p className="small muted">{documentTypeName}</p>
          </div>
          <FileButtons
            documentName={documentName}
            hasPreview={preview !== null}
            list={list}
            find={({ documentList }) => documentList.find(({ documentId }) => documentId === document.documentId)}
            onShow={onShow}
          />
          {menu.length > 0 && <ActionMenu label={`Acciones de ${documentName}`} actions={() => menu} />}
        </header>
        {expiry && (
          <p className="row gap-8">
            <StatusSign sign={expiry.sign} size={16} />
            <span className={`type__words--${expiry.sign}`}>{expiry.text}</span>
          </p>
        )}
        {filled.length > 0 && <Values fields={filled} />}
        {empty > 0 && <p className="small muted">{emptyText(empty)}</p>}
        <p className="small muted">
          {mediaWord(mediaType)}, {sizeText(size)}
          {files > 1 && ` · ${files} versiones`} ·{' '}
          <time dateTime={uploadedAt} title={dateInText(uploadedAt, clock.zone)}>
            {sinceText('subido', uploadedAt, clock.now, clock.zone)}
          </time>{' '}
          por {who}
        </p>
      </article>
    </li>
  )
}

/** @param types all document types */
type Props = Shared & { types: readonly DocumentTypeState[] }

export const DocumentList = ({ types, ...shared }: Props) => {
  const [typeId, setType] = useState<number>()
  const [all, showAll] = useState(false)
  const documents = shared.list.data?.documentList ?? []
  if (documents.length === 0) return <p className="muted">Este vehículo no tiene documentos aún</p>
  const matches = typeId === undefined ? documents : documents.filter(({ documentTypeId }) => documentTypeId === typeId)
  return (
    <>
      <div className="documents__filter no-print">
        <LabelledSelect
          label="Tipo de documento"
          options={types.map((type) => ({ value: type.documentTypeId, label: type.documentTypeName }))}
          value={typeId}
          empty="Todos los tipos"
          onChange={setType}
        />
      </div>
      {matches.length === 0 ? (
        <p className="muted" role="status">
          Sin documentos para la categoría seleccionada
        </p>
      ) : (
        <ul className="stack gap-10" aria-label="Documentos del vehículo">
          {(all ? matches : matches.slice(0, AT_FIRST)).map((document) => (
            <Item
              key={document.documentId}
              document={document}
              typeState={types.find(({ documentTypeId }) => documentTypeId === document.documentTypeId)}
              {...shared}
            />
          ))}
        </ul>
      )}
      {matches.length > AT_FIRST && (
        <Button
          label={all ? 'Ver solo los más recientes' : `Ver los ${matches.length} documentos`}
          kind="link"
          aria-expanded={all}
          onClick={() => showAll(!all)}
        />
      )}
    </>
  )
}
