// A document type is made or changed: its name and its fields (spec bulk §5). What was typed stays in this browser until it
// is saved or given up.
import type { DocumentType } from '@padron/contract/documents'
import type { ReactNode } from 'react'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { FormField } from '../../ui/FormField.tsx'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { RecoveredNote } from '../../ui/form/RecoveredNote.tsx'
import { FieldsEditor } from './FieldsEditor.tsx'
import { useTypeForm } from './use-type-form.ts'

type Props = {
  /** Undefined: a new one. */
  type: DocumentType | undefined
  onReload: () => void
  onClose: () => void
}

export const TypeDialog = ({ type, onReload, onClose }: Props): ReactNode => {
  const form = useTypeForm(type, useIfMounted(onClose), onReload)
  const { values, faults, recovered, changes, forget, restart, name, save } = form
  return (
    <FormFrame
      title={type ? `Editar ${type.documentTypeName}` : 'Agregar tipo de documento'}
      verb={changes ? 'Guardar lo mío' : 'Guardar'}
      discard={type ? 'Descartar cambios' : 'Descartar tipo'}
      busy={form.busy}
      touched={form.touched}
      said={form.said}
      refused={form.refused}
      onSave={() => void save()}
      onClose={() => {
        forget()
        onClose()
      }}
    >
      {recovered && <RecoveredNote onDiscard={restart}>Se recuperó lo que no había guardado.</RecoveredNote>}
      {changes && <ConflictNote thing="tipo" changes={changes} onNew={restart} />}
      {type && type.documents > 0 && (
        <p className="muted doctype-note">
          Un campo que quite deja de pedirse; lo que ya está escrito en los documentos se conserva.
        </p>
      )}
      <FormField label="Nombre del tipo de documento" required fault={faults['documentType.DocumentTypeName']}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            value={values.documentTypeName}
            onChange={({ target }) => name(target.value)}
          />
        )}
      </FormField>
      <FieldsEditor form={form} />
    </FormFrame>
  )
}
