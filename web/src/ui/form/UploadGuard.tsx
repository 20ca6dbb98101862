// Asks before an upload is interrupted by a link, Back, or closing the tab.
import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx'

export const UploadGuard = ({ when }: { when: boolean }) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: useCallback(() => when, [when]),
    enableBeforeUnload: when,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Se está subiendo un archivo"
      yes="Salir y cancelar la subida"
      no="Seguir aquí"
      onYes={proceed}
      onNo={reset}
    >
      El archivo todavía no llega. Si sale ahora, la subida se cancela.
    </ConfirmDialog>
  )
}
