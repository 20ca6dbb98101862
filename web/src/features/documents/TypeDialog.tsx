// A document type is made or changed: its name and its fields (spec bulk §5). What was typed stays in this browser until it
// is saved or given up.
import type { DocumentType } from '@padron/contract/documents'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { FieldsEditor } from './FieldsEditor.tsx'
import { useTypeForm } from './use-type-form.ts'

type Props = {
  /** Undefined: a new one. */
  type: DocumentType | undefined
  onReload: () => void
  onClose: () => void
}

export const TypeDialog = ({ type, onReload, onClose }: Props): ReactNode => {
  const form = useTypeForm(type, onClose, onReload)
  const { values, faults, said, busy, touched, recovered, refused, forget, name, save } = form
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [asking, ask] = useState(false)
  useEffect(() => {
    if (refused) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  const leave = (): void => {
    forget()
    onClose()
  }
  const close = (): void => (touched ? ask(true) : leave())
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {said}
      </span>
      <button type="button" className="button" onClick={close}>
        Cancelar
      </button>
      <button type="submit" form={id} className="button button--primary" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        Guardar
      </button>
    </>
  )
  return (
    <Dialog
      title={type ? `Editar ${type.documentTypeName}` : 'Agregar tipo de documento'}
      shape="wide"
      onClose={close}
      footer={footer}
    >
      <form
        ref={element}
        id={id}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {recovered && (
          <p className="note" role="status">
            Se recuperó lo que no había guardado.
          </p>
        )}
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
      </form>
      {asking && (
        <ConfirmDialog
          title="Cambios sin guardar"
          yes={type ? 'Descartar cambios' : 'Descartar tipo'}
          no="Seguir editando"
          onYes={leave}
          onNo={() => ask(false)}
        >
          El tipo de documento no se ha guardado. Si continúa se perderá lo que escribió.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
