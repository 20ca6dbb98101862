// Sealed credentials: which keys open them, rotation of keys without loss, and the key file made once.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'
import { credentialOpener, openSealed, seal, sealPlain, secretsOf } from './credentials.ts'
import { readSecrets } from './secret-file.ts'

const key = () => randomBytes(32).toString('base64')
const PLAIN = 'usuario:contraseña-ñ'

describe('sealing', () => {
  const secrets = secretsOf([key()])
  const sealed = seal(secrets, 'nubarium', PLAIN)

  it('says its version and its key, and nothing of what it holds', () => {
    expect(sealed).toMatch(/^sealed:v1:[0-9a-f]{8}:[A-Za-z0-9+/=]+$/)
    expect(seal(secrets, 'nubarium', PLAIN)).not.toBe(sealed)
    expect(openSealed(secrets, 'nubarium', sealed)).toBe(PLAIN)
  })

  it('opens for no other portal, with no other key, and not when it was altered', () => {
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

  it('what is still in clear comes back as it is', () => {
    expect(openSealed(secrets, 'nubarium', PLAIN)).toBe(PLAIN)
    expect(openSealed(secrets, 'nubarium', '')).toBe('')
  })

  it('a worker is told in words what it cannot open', () => {
    expect(() => credentialOpener(secretsOf([key()]))('nubarium', sealed)).toThrow(/portal nubarium .*PADRON_SECRET/)
  })
})

describe('credentials of the database', () => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase()
  })
  afterAll(() => fresh.drop())
  const stored = async () => {
    const { rows } = await fresh.db.system.query(
      'select portal_key, credential from portal where credential is not null order by 1',
    )
    return new Map<string, string>(rows.map(({ portal_key, credential }) => [portal_key, credential]))
  }

  it('are all sealed at the start, and again under a newer key; one that no key opens is left and named', async () => {
    const [old, young] = [key(), key()]
    await fresh.db.system.query(
      `update portal set credential = portal_key || ':secreto' where portal_key in ('nubarium', 'placapi')`,
    )
    await fresh.db.system.query(`update portal set credential = $1 where portal_key = 'apitude'`, [
      seal(secretsOf([key()]), 'apitude', 'x'),
    ])
    await fresh.db.system.query(`update portal set credential = '' where portal_key = 'datos-gov-co'`)
    expect(await sealPlain(fresh.db, secretsOf([old]))).toEqual(['apitude'])
    const first = await stored()
    expect([...first.values()].join()).not.toContain('secreto')
    expect(await sealPlain(fresh.db, secretsOf([young, old]))).toEqual(['apitude'])
    const second = await stored()
    expect(openSealed(secretsOf([young]), 'placapi', second.get('placapi') ?? '')).toBe('placapi:secreto')
    expect(second.get('apitude')).toBe(first.get('apitude'))
    expect(second.get('datos-gov-co')).toBe('')
    await sealPlain(fresh.db, secretsOf([young]))
    expect(await stored()).toEqual(second)
  })
})

describe('the keys', () => {
  const folder = () => mkdtemp(join(tmpdir(), 'padron-secret-'))

  it('are the setting, where there is one: wrong ones stop the start by its name', async () => {
    const [first, second] = [key(), key()]
    const { secrets, metricsPort } = readEnv({ PADRON_SECRET: ` ${first}, ${second} `, PADRON_METRICS_PORT: '9464' })
    expect({ secrets, metricsPort }).toEqual({ secrets: [first, second], metricsPort: 9464 })
    const dataDir = await folder()
    expect((await readSecrets({ secrets, dataDir }))[0]).toEqual(secretsOf([first])[0])
    expect(await readdir(dataDir)).toEqual([])
    for (const wrong of ['corta', `${first},x`, ',', randomBytes(16).toString('base64')])
      expect(() => readEnv({ PADRON_SECRET: wrong })).toThrow(/^PADRON_SECRET: .*32 bytes/)
    expect(() => readEnv({ PADRON_METRICS_PORT: '99999' })).toThrow(/PADRON_METRICS_PORT/)
    expect(readEnv({})).toMatchObject({ secrets: undefined, metricsPort: undefined })
  })

  it('else a file made once, that nobody else reads, the same for all who start together', async () => {
    const dataDir = join(await folder(), 'new')
    const made = await Promise.all(Array.from({ length: 8 }, () => readSecrets({ secrets: undefined, dataDir })))
    expect(new Set(made.map(([{ kid }]) => kid)).size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['secret.key'])
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  it('a file that holds none is said, not replaced', async () => {
    const dataDir = await folder()
    await writeFile(join(dataDir, 'secret.key'), 'perdida\n')
    await expect(readSecrets({ secrets: undefined, dataDir })).rejects.toThrow(
      /secret\.key no tiene claves.*PADRON_SECRET/,
    )
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe('perdida\n')
  })
})
