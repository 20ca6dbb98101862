// A document type: its fields as disabled inputs with their data type (spec bulk §2), which vehicles must have the
// document, and how many lack it.
import type { DocumentField, DocumentType } from '@padron/contract/documents/shapes'
import { countSign } from '@padron/contract/texts/count-verdict'
import { useId, useState } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { ActionMenu, type MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { hasPattern } from './document-texts.ts'

/** Number of fields shown until the card is expanded. */
const AT_FIRST = 6

export const documentsText = (amount: number): string => {
  if (amount === 0) return 'Sin documentos'
  return amount === 1 ? '1 documento' : `${numberText(amount)} documentos`
}

/** Undefined where no vehicle must have the document. */
export const missingText = ({ missing, asked }: Pick<DocumentType, 'missing' | 'asked'>): string | undefined => {
  if (missing === null) return undefined
  if (!asked) return 'Ningún vehículo al que se le pida'
  if (missing === 0) return 'Todos lo tienen vigente'
  return missing === 1 ? 'Falta en 1 vehículo' : `Faltan en ${numberText(missing)} vehículos`
}

/** @param nameOf the names of the tags that the user may read */
const requiredText = (
  { required, requiredTags }: Pick<DocumentType, 'required' | 'requiredTags'>,
  nameOf: (tagId: number) => string | undefined,
): string => {
  if (required === 'none') return 'ningún vehículo'
  if (required === 'all') return 'todos los vehículos'
  const names = requiredTags.flatMap((id) => nameOf(id) ?? [])
  const all = requiredTags.length
  if (all === 0) return 'ningún vehículo: sus etiquetas ya no existen'
  if (names.length === 0) return all === 1 ? 'vehículos con una etiqueta' : `vehículos con alguna de ${all} etiquetas`
  if (all === 1) return `vehículos con la etiqueta ${names[0]}`
  if (all > names.length) names.push(`${all - names.length} más`)
  return `vehículos con alguna de las etiquetas ${names.join(', ')}`
}

const Field = ({ field }: { field: DocumentField }) => {
  const id = useId()
  const { fieldName, dataTypeName, fieldRequiered, fieldExpiry, fieldRegex } = field
  const pattern = hasPattern(fieldRegex)
  return (
    <div className="field narrow break">
      <label htmlFor={id} {...(fieldRequiered && { className: 'field__required' })}>
        {fieldName}
        {fieldRequiered && <span className="visually-hidden">, obligatorio</span>}
      </label>
      <input id={id} type="text" disabled placeholder={dataTypeName} />
      {(fieldExpiry || pattern) && (
        <small className="field__hint doctype__hint flex-wrap muted">
          {fieldExpiry && <span>Fecha de vencimiento</span>}
          {pattern && <code className="break">{fieldRegex}</code>}
        </small>
      )}
    </div>
  )
}

const Fields = ({ fields }: { fields: readonly DocumentField[] }) => {
  const [all, showAll] = useState(false)
  if (fields.length === 0) return <p className="muted">Sin campos: se pide solo el archivo.</p>
  return (
    <div className="stack gap-10">
      {(all ? fields : fields.slice(0, AT_FIRST)).map((field) => (
        <Field key={field.documentFieldId} field={field} />
      ))}
      {fields.length > AT_FIRST && (
        <Button
          label={all ? 'Ver menos campos' : `Ver los ${fields.length} campos`}
          kind="link"
          aria-expanded={all}
          onClick={() => showAll(!all)}
        />
      )}
    </div>
  )
}

type Props = {
  type: DocumentType
  nameOf: (tagId: number) => string | undefined
  /** Empty: read only. */
  actions: readonly MenuAction[]
  onMissing: () => void
}

export const TypeCard = ({ type, nameOf, actions, onMissing }: Props) => {
  const heading = useId()
  const { documentTypeName, docFields, documents, missing, asked } = type
  const all = asked ?? 0
  return (
    <li className="doctype box narrow">
      <article className="stack gap-12" aria-labelledby={heading}>
        <header className="doctype__head flex gap-8 between align-top">
          <h2 className="break narrow" id={heading}>
            {documentTypeName}
          </h2>
          {actions.length > 0 && <ActionMenu label={`Acciones de ${documentTypeName}`} actions={() => actions} />}
        </header>
        <Fields fields={docFields} />
        <footer className="doctype__foot stack gap-4 small break ruled-above">
          <p className="muted">
            {documentsText(documents)} · Se pide a: {requiredText(type, nameOf)}
          </p>
          {missing !== null && (
            <p className="row-wrap gap-6">
              <StatusSign sign={countSign(missing, { known: all, total: all }, 'debt')} size={16} />
              {missing > 0 ? (
                <Button label={missingText(type)} kind="link" aria-haspopup="dialog" onClick={onMissing} />
              ) : (
                missingText(type)
              )}
            </p>
          )}
        </footer>
      </article>
    </li>
  )
}
