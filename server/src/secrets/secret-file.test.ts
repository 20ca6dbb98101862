// Where the keys come from: the setting, or a file that is made once.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '../env/env.ts'
import { secretsOf } from './sealing.ts'
import { readSecrets } from './secret-file.ts'

const key = () => randomBytes(32).toString('base64')

describe('the keys', () => {
  const folder = () => mkdtemp(join(tmpdir(), 'padron-secret-'))

  it('are those of the setting if there is one; a wrong one stops the start with its name', async () => {
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

  it('are otherwise in a file, made once, readable by its owner only, the same for simultaneous starts', async () => {
    const dataDir = join(await folder(), 'new')
    const made = await Promise.all(Array.from({ length: 8 }, () => readSecrets({ secrets: undefined, dataDir })))
    expect(new Set(made.map(([{ kid }]) => kid)).size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['secret.key'])
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  it('are not replaced if the file has none; an error says so', async () => {
    const dataDir = await folder()
    await writeFile(join(dataDir, 'secret.key'), 'perdida\n')
    await expect(readSecrets({ secrets: undefined, dataDir })).rejects.toThrow(
      /secret\.key no tiene claves.*PADRON_SECRET/,
    )
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe('perdida\n')
  })
})
