// The buttons of a capture's form, with the messages about saving it.
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import type { FormApi } from '../../../ui/form/use-form.ts'

export const FORM = 'capture-form'

type Props<V extends object> = {
  form: FormApi<V>
  /** The values of an empty form. */
  empty: V
  /** The last capture's values. */
  before: V | undefined
  /** The user pressed save while files are still uploading. */
  isWaiting: boolean
  onSave: () => void
  onNext: (() => Promise<void>) | undefined
  onClose: () => void
}

export const CaptureFoot = <V extends object>(props: Props<V>) => {
  const { form, empty, before, isWaiting, onSave, onNext, onClose } = props
  const { message, busy, recovered } = form
  const [skipping, setSkipping] = useState(false)
  const skip = async (): Promise<void> => {
    if (busy || skipping) return
    setSkipping(true)
    await onNext?.()
    setSkipping(false)
  }
  const isPrefilled = before && !form.isChanged && !message
  const startOver = (): void => {
    if (recovered) form.restart()
    else form.put(empty)
    form.say(recovered ? 'Se descartó el borrador.' : 'El formulario está en blanco.')
    // The button disappears together with the message about it.
    form.element.current?.querySelector('input')?.focus()
  }
  return (
    <>
      <span role="alert" className="dialog__error">
        {isWaiting ? 'Espere a que terminen de subir los archivos.' : message?.kind === 'alert' && message.text}
      </span>
      <span role="status" className="dialog__message">
        {isPrefilled && 'Se llenó con lo capturado antes: compárelo con la fuente y corrija.'}
        {message?.kind === 'status' && message.text}
      </span>
      {!busy && (recovered || isPrefilled) && (
        <Button label={recovered ? 'Descartar borrador' : 'Empezar en blanco'} kind="link" onClick={startOver} />
      )}
      <Button label="Cerrar" className="capture-foot__close" onClick={onClose} />
      {onNext ? (
        <>
          <Button label="Omitir" sends off={busy || skipping} onClick={() => void skip()} />
          <Button label="Guardar" sends off={busy} onClick={onSave} />
          <Button type="submit" form={FORM} kind="primary" busy={busy}>
            Guardar y continuar
          </Button>
        </>
      ) : (
        <Button label="Guardar" type="submit" form={FORM} kind="primary" busy={busy} />
      )}
    </>
  )
}
