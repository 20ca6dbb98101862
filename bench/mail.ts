// Sends ten thousand scheduled emails of ten companies through a real mail server on loopback: first undisturbed, then
// with two senders of which one is killed with -9 twenty times. The mail server, in a separate process, counts the
// emails that arrive.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { asSystem, asTenant, type Db } from '@padron/server/db/client'
import { writeMails } from '@padron/server/mail/outbox'
import { sql } from 'kysely'

const EMAILS = Number(process.env.BENCH_MAIL_EMAILS ?? 10_000)
const COMPANIES = 10
const LEASE_SECONDS = 3

type FleetDatabase = { db: Db; addresses: object; folder: string }
type Came = { id: string; to: string; times: number }

const node = (file: string, argument: string): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, file), argument], { stdio: ['pipe', 'pipe', 'inherit'] })

/** @param longest maximum milliseconds before it accepts an email */
export const mailServer = async (longest: number) => {
  const child = node('mail/server.ts', String(longest))
  if (!child.stdout) throw new Error('no pipe')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => String((await lines.next()).value ?? '')
  const url = (await next()).replace('listening on ', '')
  const tell = async (): Promise<Came[]> => {
    child.stdin?.write('tell\n')
    return JSON.parse(await next())
  }
  return { url, tell, stop: () => void child.kill('SIGKILL') }
}

export const startSender = async ({ addresses, folder }: FleetDatabase, smtp: string): Promise<ChildProcess> => {
  const child = node('mail/sender.ts', JSON.stringify({ addresses, smtp, folder, leaseSeconds: LEASE_SECONDS }))
  if (child.stdout) await once(child.stdout, 'data')
  return child
}
export const kill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

export const companies = (db: Db): Promise<number[]> =>
  asSystem(db, async (tx) => {
    const values = Array.from({ length: COMPANIES }, (_, i) => ({
      short_name: `correo${i}`,
      company_name: `Correo ${i}`,
      country: 'MX',
      time_zone: 'America/Mexico_City',
    }))
    const made = await tx.insertInto('company').values(values).returning('tenant_id').execute()
    return made.map(({ tenant_id }) => tenant_id)
  })

const content = {
  subject: 'Padrón: adeudos de la semana',
  lines: ['Hay 12 vehículos con adeudo.'],
  blocks: [
    {
      is: 'table' as const,
      caption: 'Los mayores',
      columns: [{ title: 'Placa' }, { title: 'Adeudo', right: true as const }],
      rows: Array.from({ length: 12 }, (_, i) => [`ABC${100 + i}A`, `$${i + 1},200.00`]),
    },
  ],
  company: true as const,
}

export const writeEmails = async (
  { db }: Pick<FleetDatabase, 'db'>,
  tenants: readonly number[],
  emails = EMAILS,
): Promise<void> => {
  await asSystem(db, (tx) => tx.deleteFrom('mail').execute())
  for (const tenantId of tenants) {
    const recipients = Array.from({ length: emails / COMPANIES }, (_, i) => `persona${i}@empresa${tenantId}.mx`)
    await asTenant(db, tenantId, (tx) =>
      writeMails(tx, { configured: true }, { kind: 'report 1', subjectId: randomUUID(), recipients, content }),
    )
  }
}

const waiting = ({ db }: FleetDatabase): Promise<number> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from mail where state in ('queued', 'sending')`.execute(tx)
    return rows[0]?.n ?? 0
  })

export const untilSent = async (fleets: FleetDatabase): Promise<void> => {
  while ((await waiting(fleets)) > 0) await pause(200)
}
