// The README's «Run it for real», as an operator types it: from an empty installation to a provider's first answer,
// from a stub with the document's example. The drill starts the whole product.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readProviderFile } from '../../../../simulator/src/provider-file.ts'
import { secretsOf } from '../../secrets/sealing.ts'
import { freshDatabase } from '../../testing/database.ts'
import { isDrill } from '../../testing/drill.ts'
import { bookOf } from '../../testing/files/workbooks.ts'
import { type CommandResult, runPadron, spawnPadron } from '../../testing/processes/padron-command.ts'
import { type Started, startProduct } from '../../testing/restarts/product.ts'
import { startWorker } from '../engine/worker.ts'
import { credentialOpener } from '../portals/credentials.ts'
import { startProviderStub } from '../testing/provider-stub.ts'
import { CONNECTORS } from './registry.ts'

const README = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
/** The commands of the section, in order. */
const [, SECTION = ''] = /## Run it for real\n([\s\S]*?)\n## /.exec(README) ?? []
const COMMANDS = [...SECTION.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) =>
  command.replaceAll(/ \\\n\s+/g, ' ').trim(),
)
const PADRON = 'npm run padron -- '
/** The words that a shell makes of the line; the test itself gives `< file`. */
const argumentsOf = (command: string): string[] =>
  (
    command
      .slice(PADRON.length)
      .replace(/ < \S+$/, '')
      .match(/"[^"]*"|\S+/g) ?? []
  ).map((word) => word.replaceAll('"', ''))

type Installation = {
  /** The environment of the operator's commands. */
  env: Record<string, string>
  query: Started['query']
}

/** What `npm start` starts. */
const installation = async (folder: string): Promise<Installation> => {
  chmodSync(folder, 0o755) // the database's user has to enter
  const product = await startProduct({ folder, env: { PADRON_DEMO: '0', PADRON_PRIVATE_SOURCES: '1' } })
  onTestFinished(async () => void (await product.stop()))
  return { env: { PADRON_DATA_DIR: folder, PADRON_DEMO: '0' }, query: product.query }
}

/** Only an empty database and a worker of checks. */
const workerAlone = async (folder: string): Promise<Installation> => {
  const { db, addressOf, drop } = await freshDatabase()
  const key = randomBytes(32).toString('base64')
  const worker = startWorker({
    db,
    log: pino({ level: 'silent' }),
    connectors: CONNECTORS,
    openCredential: credentialOpener(secretsOf([key])),
    idleMs: 50,
  })
  onTestFinished(async () => {
    await worker.stop()
    await drop()
  })
  const { connectionString } = addressOf('padron_owner')
  return {
    env: { DATABASE_URL: connectionString, PADRON_SECRET: key, PADRON_DATA_DIR: folder, PADRON_DEMO: '0' },
    query: async <T extends object>(text: string) => (await db.system.query<T>(text)).rows,
  }
}

test.runIf(isDrill)(
  'an empty installation gets its first answer in at most six commands',
  { timeout: 240_000 },
  async () => {
    expect(COMMANDS.length).toBeLessThanOrEqual(6)
    const [start, ...others] = COMMANDS
    expect(start).toBe('PADRON_DEMO=0 npm start')

    const file = readProviderFile('verifik')
    const call = file.calls.find(({ connector }) => connector === 'co-simit')
    const answer = call?.answers[0]
    if (!call || !answer) throw new Error('no example of SIMIT')
    const stub = await startProviderStub(file)
    onTestFinished(() => stub.close())
    stub.give(call, answer)

    const folder = mkdtempSync(join(tmpdir(), 'padron-first-'))
    const { env, query } = isDrill ? await installation(folder) : await workerAlone(folder)
    writeFileSync(
      join(folder, 'flota.xlsx'),
      await bookOf([
        ['Placa', 'VIN', 'Departamento', 'Motivo de alta'],
        [answer.subject.plate, '9BWZZZ377VT004251', 'Antioquia', 'Expansión'],
      ]),
    )

    const type = (command: string): Promise<CommandResult> => {
      expect(command).toContain(PADRON)
      const words = argumentsOf(command).map((word) =>
        word.endsWith('.xlsx') ? join(folder, word) : word.replace(file.baseUrl, stub.base),
      )
      return command.includes(' < ')
        ? spawnPadron(env, words, `${file.authorization?.credential}\n`)
        : runPadron(env, words)
    }
    for (const command of others) expect(await type(command), command).toMatchObject({ code: 0 })

    // A failure shows the remark.
    const answered = async () =>
      (await query(`select outcome, remark from check_run where connector_key = 'co-simit' order by started_at`))[0]
    await expect.poll(answered, { timeout: 120_000 }).toMatchObject({ outcome: answer.ends.outcome })
    const statuses = await query(`select r.resource_type_id as type, r.status_id as status from vehicle_resource r
    where r.last_outcome = 'ok' order by 1`)
    expect(statuses).toEqual(answer.ends.findings.map(({ type: kind, status }) => ({ type: kind, status })))
    expect(stub.refused).toEqual([])
  },
)
