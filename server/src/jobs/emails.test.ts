// The emails at the end of a job and what the queue panel says about them: with a file, without one, after a failure.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../db/client.ts'
import { type Mailbox, noMailbox } from '../mail/mailbox.ts'
import { resultFolder, type TestWorker, testWorker } from '../testing/processes/worker.ts'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { enqueue } from './enqueue.ts'
import { type JobKind, JobRefused, type JobResult, type JobRun } from './job.ts'

type Payload = { email?: boolean; file?: boolean; refused?: string }

const run = async ({ files, runId, item }: JobRun): Promise<JobResult> => {
  const { email, file, refused } = item.payload as Payload
  if (refused) throw new JobRefused(refused)
  const stored = file
    ? await files.write(runId, new Date(item.createdAt), async (into) => void into.end('x'))
    : undefined
  return {
    message: 'Se editaron 3 vehículos.',
    ...(stored ? { file: { ...stored, name: 'a.txt', type: 'text/plain', shapedBy: [] } } : {}),
    ...(email ? { email: { lines: ['Se editaron 3 vehículos.', 'Se puede deshacer.'] } } : {}),
  }
}
const KINDS: readonly JobKind[] = [
  {
    queueId: 3,
    needs: [],
    cancellable: true,
    failureEmail: async (_tx, _item, error) => ({
      subject: 'Padrón no editó «flota.xlsx»',
      lines: [error],
      link: { text: 'Abrir', path: '/editVehicles' },
    }),
    run,
  },
  { queueId: 5, needs: [], cancellable: true, run },
]

let server: TestServer
let company: Company
let worker: TestWorker
const { files, remove } = resultFolder()
/** Emails stay in the outbox: no sender runs here. */
const configured: Mailbox = { ...noMailbox, configured: true }

beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, files, { kinds: KINDS, mailbox: configured })
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  remove()
})
let round = 0
beforeEach(async () => {
  company = await server.company(`norte${++round}`)
})

const all = async <T extends object>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await server.db.system.query(query, values)).rows as T[]
const order = async (payload: Payload, recipients = ['ana@norte.mx'], queueId: 3 | 5 = 3) => {
  const id = await asTenant(server.db, company.tenantId, (tx) =>
    enqueue(tx, { queueId, description: 'Editar flota.xlsx', payload, recipients }),
  )
  await worker.ended(id)
  const [item] = await all<{ success: string | null; error: string | null }>(
    'select success_message as success, error_message as error from queue_item where queue_item_id = $1',
    id,
  )
  const emails = await all<{
    recipient: string
    state: string
    content: { subject: string; lines: string[]; link?: object }
  }>('select recipient, state, content from mail where subject_id = $1 order by recipient', id)
  return { ...item, emails }
}

describe('a job without a file', () => {
  it('sends an email if its result has one, and says so in the panel', async () => {
    const { success, emails } = await order({ email: true })
    expect(success).toBe('Se editaron 3 vehículos. El aviso se envía por correo a ana@norte.mx.')
    expect(emails).toEqual([
      {
        recipient: 'ana@norte.mx',
        state: 'queued',
        content: { subject: 'Padrón: Editar flota.xlsx', lines: ['Se editaron 3 vehículos.', 'Se puede deshacer.'] },
      },
    ])
    expect(await order({}, ['beto@norte.mx'])).toMatchObject({ success: 'Se editaron 3 vehículos.', emails: [] })
  })

  it('sends an email about a refusal only if its kind defines one', async () => {
    const refused = 'La flota cambió.'
    const ended = await order({ refused })
    expect(ended).toMatchObject({ success: null, error: refused })
    expect(ended.emails.map(({ content }) => content)).toEqual([
      {
        subject: 'Padrón no editó «flota.xlsx»',
        lines: ['La flota cambió.'],
        link: { text: 'Abrir', path: '/editVehicles' },
      },
    ])
    expect(await order({ refused }, ['ana@norte.mx'], 5)).toMatchObject({ error: refused, emails: [] })
  })

  it('sends no more than the company’s emails of a day', async () => {
    await server.db.system.query(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state)
       select $1, 'x', gen_random_uuid(), 'x', '{}', 'sent' from generate_series(1, 499)`,
      [company.tenantId],
    )
    const { success, emails } = await order({ email: true }, ['ana@norte.mx', 'beto@norte.mx'])
    expect(emails.map(({ recipient }) => recipient)).toEqual(['ana@norte.mx'])
    expect(success).toBe(
      'Se editaron 3 vehículos. El aviso se envía por correo a ana@norte.mx. No se envía a beto@norte.mx: su ' +
        'empresa llegó a 500 correos en 24 horas.',
    )
    expect((await order({ refused: 'No.' }, ['ana@norte.mx'])).emails).toEqual([])
  })
})

it('sends the link of a file together with the text of the result', async () => {
  const { success, emails } = await order({ file: true, email: true })
  expect(success).toBe('Se editaron 3 vehículos. El enlace se envía por correo a ana@norte.mx.')
  expect(emails[0]?.content.lines).toEqual([
    'Se editaron 3 vehículos.',
    'Se puede deshacer.',
    expect.stringMatching(/^El enlace abre el archivo durante 7 días/),
  ])
  expect(emails[0]?.content.link).toMatchObject({ text: 'Descargar el archivo' })
})

it('says in the panel that nothing was sent if there is no mail server', async () => {
  await worker.stop()
  worker = await testWorker(server, files, { kinds: KINDS })
  const { success, emails } = await order({ email: true })
  expect(success).toBe('Se editaron 3 vehículos. Este servidor no tiene correo configurado: no se envió aviso.')
  expect(emails.map(({ state }) => state)).toEqual(['kept'])
})
