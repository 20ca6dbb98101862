// What stands where a screen would that failed, or could not be fetched. Browsers remember a piece that they could not fetch, so
// trying again is loading the page again.
import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isMissingPiece } from '../api/new-release.ts'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'

const MISSING = 'No se pudo descargar esta parte de la consola. Revise su conexión y vuelva a cargar la página.'
const BROKEN = 'Vuelva a cargar la página. Si el problema persiste contacte a su administrador.'

export const Failed = ({ error }: Pick<ErrorComponentProps, 'error'>): ReactNode => (
  <Message
    alert
    title="Ocurrió un error al cargar el recurso"
    detail={isMissingPiece(error) ? MISSING : BROKEN}
    action={<Button label="Volver a cargar" onClick={() => location.reload()} />}
  />
)
