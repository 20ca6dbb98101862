// For who is signed in and may see nothing this version has.
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { useSignOut } from './use-sign-out.ts'

export const NoScreens = (): ReactNode => {
  useTitle('Sin secciones')
  const { signOut } = useSignOut(useUser())
  return (
    <Message
      title="Su usuario no tiene secciones asignadas"
      detail="Pida a quien administra la cuenta de su empresa que revise el perfil de su usuario."
      action={<Button label="Cerrar sesión" onClick={() => void signOut()} />}
    />
  )
}
