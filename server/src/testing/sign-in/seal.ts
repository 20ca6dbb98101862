// Seals a password as the console does, with another library than the console's own: the two must agree on the
// standard.
import { randomBytes } from 'node:crypto'
import type { PasswordKey, SealedContent, SealUse } from '@padron/contract/session'
import { CompactEncrypt, importJWK } from 'jose'

type Given = {
  username: string
  use?: SealUse
  /** When it is sealed, since 1970. */
  seconds?: number
  typ?: string
}

export const seal = async (
  password: string,
  key: PasswordKey,
  { username, use = 'sign-in', seconds = Math.floor(Date.now() / 1000), typ = 'pwd+jwe' }: Given,
): Promise<string> => {
  const jti = randomBytes(16).toString('base64url')
  const content: SealedContent = { p: password, iat: seconds, sub: username, use, jti }
  return sealContent(content, key, typ)
}

/** Any content, such as that of an older release's page. */
export const sealContent = async (content: object, key: PasswordKey, typ = 'pwd+jwe'): Promise<string> => {
  const body = new TextEncoder().encode(JSON.stringify(content))
  const header = { alg: 'ECDH-ES', enc: 'A256GCM', typ, kid: key.kid }
  return new CompactEncrypt(body).setProtectedHeader(header).encrypt(await importJWK(key, 'ECDH-ES'))
}
