// Signing out: the token is revoked, then this user's cookie, memory, answers and timers go, whatever the service said.
import { identity } from '@padron/contract/session'
import { loadConfig } from '../../api/client.ts'
import { readToken } from '../../api/token.ts'
import { useAction } from '../../api/use-action.ts'
import { forgetAll } from '../../lib/memory.ts'
import { endSession, type User } from '../../session/session.ts'

export const useSignOut = (user: User): { signOut: () => Promise<void>; busy: boolean } => {
  const revoke = useAction(identity.revocation)
  const signOut = async (): Promise<void> => {
    const config = await loadConfig().catch(() => undefined)
    const client = {
      ...(config?.clientId && { client_id: config.clientId }),
      ...(config?.clientSecret && { client_secret: config.clientSecret }),
    }
    await revoke.mutateAsync({ body: { token: readToken() ?? '', ...client } }).catch(() => {})
    forgetAll(user.userId)
    endSession(false)
  }
  return { signOut, busy: revoke.isPending }
}
