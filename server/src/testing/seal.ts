// Seals a password as the console does, with another library than the console's own: the two must agree on the standard.
import type { PasswordKey } from '@padron/contract/session'
import { CompactEncrypt, importJWK } from 'jose'

export const seal = async (
  password: string,
  key: PasswordKey,
  seconds = Math.floor(Date.now() / 1000),
  typ = 'pwd+jwe',
): Promise<string> => {
  const body = new TextEncoder().encode(JSON.stringify({ p: password, iat: seconds }))
  const header = { alg: 'ECDH-ES', enc: 'A256GCM', typ, kid: key.kid }
  return new CompactEncrypt(body).setProtectedHeader(header).encrypt(await importJWK(key, 'ECDH-ES'))
}
