// One document of a vehicle: what it is, until when it holds, what is written in it, and what may be done with it.
import type { Document, DocumentInfo, Paper } from '@padron/contract/documents'
import { type ReactNode, useId } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { sizeText } from '../../lib/size-text.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { documentWords, mediaWord, valueText } from './document-words.ts'

const isWritten = ({ value }: DocumentInfo): boolean => value !== null && value !== ''
const emptyText = (amount: number): string => (amount === 1 ? '1 dato sin escribir' : `${amount} datos sin escribir`)

const Values = ({ fields }: { fields: readonly DocumentInfo[] }): ReactNode => (
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

export type ItemActions = {
  onShow: (document: Document) => void
  onDownload: (document: Document) => void
  onEdit: (document: Document) => void
  onReplace: (document: Document) => void
  onVersions: (document: Document) => void
  onRemove: (document: Document) => void
}

type Props = {
  document: Document
  /** How the vehicle stands with its type. */
  paper: Paper | undefined
  clock: Clock
  admin: boolean
  actions: ItemActions
}

const menuOf = (document: Document, admin: boolean, actions: ItemActions): readonly MenuAction[] => {
  const versions: MenuAction = {
    key: 'versions',
    label: 'Versiones',
    icon: 'history',
    run: () => actions.onVersions(document),
  }
  if (!admin) return document.files > 1 ? [versions] : []
  return [
    { key: 'edit', label: 'Editar', icon: 'edit', run: () => actions.onEdit(document) },
    { key: 'replace', label: 'Reemplazar archivo', icon: 'refresh', run: () => actions.onReplace(document) },
    versions,
    { key: 'remove', label: 'Eliminar', icon: 'trash', run: () => actions.onRemove(document) },
  ]
}

export const DocumentItem = ({ document, paper, clock, admin, actions }: Props): ReactNode => {
  const heading = useId()
  const { documentName, documentTypeName, expiresOn, mediaType, size, files, who, uploadedAt, preview } = document
  const expiry = expiresOn === null ? undefined : documentWords(expiresOn, paper, clock)
  const written = document.docFields.filter(isWritten)
  const empty = document.docFields.filter((field) => !field.retired && !isWritten(field)).length
  const menu = menuOf(document, admin, actions)
  return (
    <li>
      <article className="document stack gap-8 bordered rounded-large" aria-labelledby={heading}>
        <header className="document__head flex-wrap align-top">
          <div className="document__name break narrow">
            <h4 id={heading}>{documentName}</h4>
            <p className="muted">{documentTypeName}</p>
          </div>
          {preview && (
            <button
              type="button"
              className="button button--small"
              aria-label={`Ver ${documentName}`}
              aria-haspopup="dialog"
              onClick={() => actions.onShow(document)}
            >
              <Icon name="eye" size={15} />
              Ver
            </button>
          )}
          <button
            type="button"
            className="button button--small"
            aria-label={`Descargar ${documentName}`}
            onClick={() => actions.onDownload(document)}
          >
            <Icon name="download" size={15} />
            Descargar
          </button>
          {menu.length > 0 && <ActionMenu label={`Acciones de ${documentName}`} actions={() => menu} />}
        </header>
        {expiry && (
          <p className="row gap-8">
            <StatusSign sign={expiry.sign} size={16} />
            <span className={`type__words--${expiry.sign}`}>{expiry.text}</span>
          </p>
        )}
        {written.length > 0 && <Values fields={written} />}
        {empty > 0 && <p className="document__file muted">{emptyText(empty)}</p>}
        <p className="document__file muted">
          {mediaWord(mediaType)}, {sizeText(size)}
          {files > 1 && ` · ${files} versiones`} ·{' '}
          <time dateTime={uploadedAt} title={dateTime(uploadedAt, clock.zone)}>
            {sinceText('subido', uploadedAt, clock.now, clock.zone)}
          </time>{' '}
          por {who}
        </p>
      </article>
    </li>
  )
}
