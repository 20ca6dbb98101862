// Deleting a profile. The server refuses while somebody has it, and says so here.
import { profiles as calls, type Profile } from '@padron/contract/profiles'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { isTold } from './refusals.ts'

/** In the server's words. */
const refusedText = (error: unknown): string | undefined =>
  error instanceof ApiError && isTold(error) ? error.problem?.title : undefined

type Props = { profile: Profile; onDeleted: () => void; onClose: () => void }

export const DeleteProfileDialog = ({ profile, onDeleted, onClose }: Props): ReactNode => {
  const { presetId, rolePresetName } = profile.preset
  const remove = useAction(calls.remove, { told: refusedText, about: rolePresetName })
  const confirm = async (): Promise<void> => {
    const done = await remove.mutateAsync({ params: { id: `${presetId}` } }).catch(() => undefined)
    if (done) onDeleted()
  }
  return (
    <DangerDialog
      title="Eliminar perfil"
      yes="Eliminar perfil"
      busy={remove.isPending}
      error={refusedText(remove.error)}
      onYes={() => void confirm()}
      onClose={onClose}
    >
      <p>
        Se eliminará el perfil <strong>{rolePresetName}</strong>. No se puede deshacer.
      </p>
    </DangerDialog>
  )
}
