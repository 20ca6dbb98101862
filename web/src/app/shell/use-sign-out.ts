// Signs out: revokes the token, then deletes this user’s cookie, stored data, cache and timers, whatever the server
// answered. If another user signed in in another window, their session stays.
import { identity } from '@padron/contract/session'
import { loadConfig, startedOver } from '../../api/client.ts'
import { notify } from '../../api/notify.ts'
import { offline } from '../../api/offline.ts'
import { readToken } from '../../api/token.ts'
import { useAction } from '../../api/use-action.ts'
import { forgetAll } from '../../lib/memory.ts'
import { endSession, leaveSession, type User } from '../../session/session.ts'

export const useSignOut = (user: User): { signOut: () => Promise<void>; busy: boolean } => {
  const revoke = useAction(identity.revocation)
  const signOut = async (): Promise<void> => {
    // The failure cannot be displayed: the token expires by itself.
    if (offline.get()) {
      forgetAll(user.userId)
      endSession(false)
      return notify('done', 'Sesión cerrada en este equipo; lo que guardaba para verse sin conexión se borró.')
    }
    const config = await loadConfig().catch(() => undefined)
    const client = {
      ...(config?.clientId && { client_id: config.clientId }),
      ...(config?.clientSecret && { client_secret: config.clientSecret }),
    }
    if (startedOver()) return
    const token = readToken()
    leaveSession()
    if (token) await revoke.mutateAsync({ body: { token, ...client } }).catch(() => {})
    if (startedOver()) return
    forgetAll(user.userId)
    endSession(false)
  }
  return { signOut, busy: revoke.isPending }
}
