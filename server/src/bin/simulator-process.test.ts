// The simulated portals stand for third parties: their process gets none of the secrets of this one.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSimulator } from './simulator-process.ts'

const SECRETS = {
  DATABASE_URL: 'postgresql://padron:clave@db/padron',
  PADRON_SECRET: 'clave',
  PADRON_S3_SECRET: 'clave',
  PADRON_SMTP_URL: 'smtps://avisos:clave@correo',
  PGPASSWORD: 'clave',
  AWS_SECRET_ACCESS_KEY: 'clave',
  NODE_OPTIONS: '--no-warnings',
  MY_PATH: 'clave', // only ends like the name of a variable that is passed on
}

test.runIf(process.platform === 'linux')(
  'its environment has only what a process needs and its own settings',
  async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const [name, value] of Object.entries({ ...SECRETS, SIMULATOR_LABEL: 'x' })) vi.stubEnv(name, value)
    const simulator = await startSimulator(0)
    onTestFinished(simulator.stop)
    const children = execFileSync('pgrep', ['-P', `${process.pid}`, '-f', 'simulator/src/main.ts'])
      .toString()
      .trim()
    const environment = readFileSync(`/proc/${children.split('\n').at(-1)}/environ`, 'utf8')
    const names = environment.split('\0').flatMap((entry) => (entry ? [entry.split('=')[0]] : []))
    expect(names.filter((name) => name !== undefined && name in SECRETS)).toEqual([])
    expect(environment).not.toContain('clave')
    expect(names).toEqual(expect.arrayContaining(['PATH', 'SIMULATOR_LABEL', 'SIMULATOR_PORT', 'HOST']))
  },
)
