// Sealed secrets: which keys open them.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openSealed, seal, secretsOf } from './sealing.ts'

const key = () => randomBytes(32).toString('base64')
const PLAIN = 'usuario:contraseña-ñ'

describe('a sealed secret', () => {
  const secrets = secretsOf([key()])
  const sealed = seal(secrets, 'nubarium', PLAIN)

  it('has a version and a key id, and reveals nothing of its content', () => {
    expect(sealed).toMatch(/^sealed:v1:[0-9a-f]{8}:[A-Za-z0-9+/=]+$/)
    expect(seal(secrets, 'nubarium', PLAIN)).not.toBe(sealed)
    expect(openSealed(secrets, 'nubarium', sealed)).toBe(PLAIN)
  })

  it('opens for no other portal, with no other key, and not if it was altered', () => {
    expect(openSealed(secrets, 'placapi', sealed)).toBeUndefined()
    expect(openSealed(secretsOf([key()]), 'nubarium', sealed)).toBeUndefined()
    const bytes = Buffer.from(sealed.split(':')[3] ?? '', 'base64')
    for (const place of [0, 12, 28]) {
      const altered = Buffer.from(bytes)
      altered[place] = (altered[place] ?? 0) ^ 1
      expect(
        openSealed(secrets, 'nubarium', [...sealed.split(':').slice(0, 3), altered.toString('base64')].join(':')),
      ).toBeUndefined()
    }
    for (const cut of ['sealed:v1:', 'sealed:v1:ffffffff', sealed.slice(0, 30)])
      expect(openSealed(secrets, 'nubarium', cut)).toBeUndefined()
  })

  it('that is still in clear text is returned unchanged', () => {
    expect(openSealed(secrets, 'nubarium', PLAIN)).toBe(PLAIN)
    expect(openSealed(secrets, 'nubarium', '')).toBe('')
  })
})
