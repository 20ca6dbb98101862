// Ten thousand scheduled letters of ten companies through a real mail server on loopback: undisturbed, and by two
// senders of which one or the other is killed with -9 twenty times. What arrived is counted by the mail server
// itself, in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { asSystem, asTenant, type Db } from '@padron/server/db/client'
import { openDatabase } from '@padron/server/db/open'
import { writeMails } from '@padron/server/mail/outbox'
import { sql } from 'kysely'
import type { Row } from './catalogue.ts'

const LETTERS = Number(process.env.BENCH_MAIL_LETTERS ?? 10_000)
const KILLS = Number(process.env.BENCH_MAIL_KILLS ?? 20)
const COMPANIES = 10
const LEASE_SECONDS = 3
const SLOW_MS = 20

type Yard = { db: Db; addresses: object; folder: string }
type Came = { id: string; to: string; times: number }

const node = (file: string, argument: string): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, file), argument], { stdio: ['pipe', 'pipe', 'inherit'] })

/** @param longest milliseconds before it says yes */
export const mailServer = async (longest: number) => {
  const child = node('mail-server.ts', String(longest))
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

export const startSender = async ({ addresses, folder }: Yard, smtp: string): Promise<ChildProcess> => {
  const child = node('mail-sender.ts', JSON.stringify({ addresses, smtp, folder, leaseSeconds: LEASE_SECONDS }))
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

export const writeLetters = async (
  { db }: Pick<Yard, 'db'>,
  tenants: readonly number[],
  letters = LETTERS,
): Promise<void> => {
  await asSystem(db, (tx) => tx.deleteFrom('mail').execute())
  for (const tenantId of tenants) {
    const recipients = Array.from({ length: letters / COMPANIES }, (_, i) => `persona${i}@empresa${tenantId}.mx`)
    await asTenant(db, tenantId, (tx) =>
      writeMails(tx, { configured: true }, { kind: 'report 1', subjectId: randomUUID(), recipients, content }),
    )
  }
}

type Stored = { id: string; state: string; unsure: boolean }
const stored = ({ db }: Yard): Promise<Stored[]> =>
  asSystem(db, (tx) => tx.selectFrom('mail').select(['mail_id as id', 'state', 'unsure']).execute())
const waiting = ({ db }: Yard): Promise<number> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from mail where state in ('queued', 'sending')`.execute(tx)
    return rows[0]?.n ?? 0
  })

export const untilSent = async (yard: Yard): Promise<void> => {
  while ((await waiting(yard)) > 0) await pause(200)
}

const undisturbed = async (yard: Yard, tenants: readonly number[]): Promise<number> => {
  const smtp = await mailServer(0)
  await writeLetters(yard, tenants)
  const sender = await startSender(yard, smtp.url)
  const started = performance.now()
  await untilSent(yard)
  const seconds = (performance.now() - started) / 1000
  await kill(sender)
  smtp.stop()
  return seconds
}

/** @returns how many were killed while letters were under way */
const killAbout = async (yard: Yard, smtp: string): Promise<{ kills: number; senders: ChildProcess[] }> => {
  const senders = [await startSender(yard, smtp), await startSender(yard, smtp)]
  let kills = 0
  while (kills < KILLS && (await waiting(yard)) > 0) {
    await pause(Math.random() * 400)
    const which = Math.random() < 0.5 ? 0 : 1
    const victim = senders[which]
    if (victim) await kill(victim)
    kills++
    senders[which] = await startSender(yard, smtp)
  }
  return { kills, senders }
}

const disturbed = async (yard: Yard, tenants: readonly number[]) => {
  const smtp = await mailServer(SLOW_MS)
  await writeLetters(yard, tenants)
  const { kills, senders } = await killAbout(yard, smtp.url)
  await untilSent(yard)
  const came = await smtp.tell()
  await Promise.all(senders.map(kill))
  smtp.stop()
  return { kills, came, letters: await stored(yard) }
}

const judge = (came: readonly Came[], letters: readonly Stored[]) => {
  const arrived = new Map(came.map((each) => [each.id, each]))
  const of = ({ id }: Stored) => arrived.get(`<${id}.1@padron.mx>`)
  const twice = letters.filter((letter) => (of(letter)?.times ?? 0) > 1)
  return {
    lost: letters.filter((letter) => !of(letter)).length,
    doubled: came.length - new Set(came.map(({ to }) => to)).size,
    unsent: letters.filter(({ state }) => state !== 'sent').length,
    twice: twice.length,
    untold: twice.filter(({ unsure }) => !unsure).length,
    unsure: letters.filter(({ unsure }) => unsure).length,
  }
}

export const benchMail = async (): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  const addresses = Object.fromEntries(
    (['padron_app', 'padron_system', 'padron_owner'] as const).map((role) => [role, addressOf(role)]),
  )
  const yard = { db, addresses, folder }
  const tenants = await companies(db)
  const seconds = await undisturbed(yard, tenants)
  const { kills, came, letters } = await disturbed(yard, tenants)
  const found = judge(came, letters)
  await close()
  rmSync(folder, { recursive: true, force: true })
  if (found.lost + found.doubled + found.unsent + found.untold > 0 || kills < KILLS) process.exitCode = 1
  return [
    { what: 'letters a second, one process', count: Math.round(LETTERS / seconds), limit: '' },
    { what: 'letters', count: letters.length, limit: '' },
    { what: 'senders killed with -9 while letters were under way', count: kills, limit: String(KILLS) },
    { what: 'lost', count: found.lost, limit: '0' },
    { what: 'doubled in a mailbox that keeps one letter per Message-ID', count: found.doubled, limit: '0' },
    { what: 'not told as sent', count: found.unsent, limit: '0' },
    { what: 'handed over twice, with the same Message-ID', count: found.twice, limit: '' },
    { what: 'of these, not told as perhaps arrived twice', count: found.untold, limit: '0' },
    { what: 'told as perhaps arrived twice', count: found.unsure, limit: '' },
  ]
}
