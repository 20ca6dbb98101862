// The sealed password is a JWE by RFC 7516 and 7518, opened here with Node's cryptography and none of the project's
// code.
import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { expect, test } from 'vitest'
import { sealPassword } from './seal-password.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const decode = (part = ''): Buffer => Buffer.from(part, 'base64url')
const be32 = (value: number): Buffer => Buffer.from([0, 0, value >> 8, value & 255])

const open = (jwe: string, privateKey: KeyObject) => {
  const [head, , iv, text, tag] = jwe.split('.')
  const header = JSON.parse(decode(head).toString())
  const publicKey = createPublicKey({ key: header.epk, format: 'jwk' })
  const shared = diffieHellman({ privateKey, publicKey })
  const name = Buffer.from('A256GCM')
  const parts = [be32(1), shared, be32(name.length), name, be32(0), be32(0), be32(256)]
  const key = createHash('sha256').update(Buffer.concat(parts)).digest()
  const decipher = createDecipheriv('aes-256-gcm', key, decode(iv)).setAAD(Buffer.from(head ?? ''))
  decipher.setAuthTag(decode(tag))
  const plain = Buffer.concat([decipher.update(decode(text)), decipher.final()])
  return { header, payload: JSON.parse(plain.toString()) }
}

test("a password is encrypted to the server's key", () => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const key = { kty: 'OKP', crv: 'X25519', x, kid: 'k1' } as const
  const seal = () => sealPassword('contraseña ñ 2026', { username: 'norte-ñu', use: 'sign-in' }, key, NOW)
  const sealed = seal()
  const { header, payload } = open(sealed, privateKey)
  expect(payload).toEqual({
    p: 'contraseña ñ 2026',
    iat: NOW / 1000,
    sub: 'norte-ñu',
    use: 'sign-in',
    jti: expect.stringMatching(/^[\w-]{22}$/),
  })
  expect(header).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'k1', typ: 'pwd+jwe' })
  expect(open(seal(), privateKey).payload.jti).not.toBe(payload.jti)
})
