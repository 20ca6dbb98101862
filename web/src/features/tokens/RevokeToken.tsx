// Asks before a token is revoked, which nothing takes back.
import { type CompanyToken, tokens as calls, type Token } from '@padron/contract/tokens'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { saidOf } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'

export const RevokeToken = ({ token, onClose }: { token: Token | CompanyToken; onClose: () => void }): ReactNode => {
  const { tokenId, name, ending } = token
  const { mutate, isPending, error } = useAction(calls.revoke, {
    told: (failed) => saidOf(failed, calls.revoke),
    about: name,
    worked: () => notify('done', calls.revoke.done, { about: name }),
  })
  return (
    <DangerDialog
      title="Revocar token"
      yes="Revocar token"
      busy={isPending}
      error={error ? saidOf(error, calls.revoke) : undefined}
      onYes={() => mutate({ params: { tokenId: `${tokenId}` } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        El token <strong>{name}</strong>
        {'user' in token && ` de ${token.user.username}`} (termina en …{ending}) deja de servir desde la siguiente
        llamada: el programa que lo usa se quedará sin acceso. No se puede deshacer.
      </p>
    </DangerDialog>
  )
}
