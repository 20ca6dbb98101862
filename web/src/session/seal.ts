// Encrypts a password to the identity service's key, with the server's time.
import { identity } from '@padron/contract/session'
import { ask } from '../api/client.ts'
import { serverNow } from '../api/clock.ts'
import { ignoreLoadFailure } from '../api/new-release.ts'
import type { Sealing } from './seal-password.ts'

const sealer = () => import('./seal-password.ts')

/** Loads the code in advance, while the password is being typed. */
export const prepareSeal = (): void => void sealer().catch(ignoreLoadFailure)

/** @throws ApiError if the key cannot be loaded */
export const seal = async (password: string, sealing: Sealing): Promise<string> => {
  const [{ sealPassword }, key] = await Promise.all([sealer(), ask(identity.passwordKey, {})])
  return sealPassword(password, sealing, key, serverNow())
}
