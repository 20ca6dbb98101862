// The filters that do not fit in the bar: nothing applies until it is saved.
import { type ReactNode, useId } from 'react'
import { Button } from '../Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'

type Props = {
  /** Returns false if there is a fault: the dialog stays open. */
  onSave: () => unknown
  onClose: () => void
  children: ReactNode
}

export const FiltersDialog = ({ onSave, onClose, children }: Props) => {
  const form = useId()
  const footer = (
    <>
      <Button label="Cancelar" onClick={onClose} />
      <Button label="Guardar filtros" type="submit" form={form} kind="primary" />
    </>
  )
  return (
    <Dialog title="Filtros" shape="wide" className="dialog--top" onClose={onClose} footer={footer}>
      <form
        id={form}
        className="stack gap-12"
        onSubmit={(event) => {
          event.preventDefault()
          if (onSave() !== false) onClose()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
