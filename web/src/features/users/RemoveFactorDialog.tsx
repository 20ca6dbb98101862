// Removes the second factor of a user who lost their phone.
import { type UserRow, users } from '@padron/contract/users'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { actionFailure } from './user-texts.ts'

export const RemoveFactorDialog = ({ row, onClose }: { row: UserRow; onClose: () => void }) => {
  const { userId, username } = row.user
  const { mutateAsync, isPending, error } = useAction(users.removeFactor, {
    onFailure: (failure) => actionFailure(failure, users.removeFactor),
    about: username,
  })
  return (
    <DangerDialog
      title="Quitar la verificación en dos pasos"
      yes="Quitar"
      busy={isPending}
      error={error ? actionFailure(error, users.removeFactor) : undefined}
      onYes={() => void mutateAsync({ params: { id: `${userId}` } }).then(onClose, () => {})}
      onClose={onClose}
    >
      <p>
        Para entrar, a <strong>{username}</strong> le bastará su contraseña. Sus códigos de recuperación dejan de
        servir. Asegúrese de que es quien se lo pide.
      </p>
    </DangerDialog>
  )
}
