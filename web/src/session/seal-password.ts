// The password step: a compact JWE, ECDH-ES over X25519 with A256GCM. It hides the password from logs and passive
// readers; it does not replace TLS. It uses @noble because crypto.subtle is missing on plain-http hosts. It is loaded
// when the password field gets the focus: 15 KB that the first paint does not need.
import { gcm } from '@noble/ciphers/aes.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { PasswordKey, SealedContent, SealUse } from '@padron/contract/session'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/(?<!=)=+$/, '')
const fromBase64url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))

const be32 = (value: number): Uint8Array => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

/** RFC 7518 §4.6.2: one round of Concat KDF gives the 256 bits. */
const contentKey = (shared: Uint8Array): Uint8Array => {
  const algorithm = utf8ToBytes('A256GCM')
  return sha256(concatBytes(be32(1), shared, be32(algorithm.length), algorithm, be32(0), be32(0), be32(256)))
}

/** The user and the use of a password: the sealed password is valid only for them. */
export type Sealing = { username: string; use: SealUse }

/** @param now milliseconds since 1970 by the server's clock: a sealed password counts once, within five minutes */
export const sealPassword = (password: string, { username, use }: Sealing, key: PasswordKey, now: number): string => {
  const secret = x25519.utils.randomSecretKey()
  const epk = { kty: 'OKP', crv: 'X25519', x: base64url(x25519.getPublicKey(secret)) }
  const header = { alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid, typ: 'pwd+jwe', epk }
  const head = base64url(utf8ToBytes(JSON.stringify(header)))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const jti = base64url(crypto.getRandomValues(new Uint8Array(16)))
  const content: SealedContent = { p: password, iat: Math.floor(now / 1000), sub: username, use, jti }
  const text = utf8ToBytes(JSON.stringify(content))
  const shared = x25519.getSharedSecret(secret, fromBase64url(key.x))
  const out = gcm(contentKey(shared), iv, utf8ToBytes(head)).encrypt(text)
  return [head, '', base64url(iv), base64url(out.slice(0, -16)), base64url(out.slice(-16))].join('.')
}
