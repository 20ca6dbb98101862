// Uploads whose server is killed with -9 at moments drawn by lot and started again: what was answered is there, what
// is there is whole, what nobody has is swept.
import { readdirSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asSystem, type Db } from '@padron/server/db/client'
import { contentKey, OWNER_NAME } from '@padron/server/files/contents/content-store'
import { diskContents } from '@padron/server/files/contents/disk-contents'
import { sweepContents } from '@padron/server/files/contents/sweep-contents'
import { sweepSpool } from '@padron/server/files/spool'
import { sql } from 'kysely'
import {
  endProduct,
  hashOf,
  lookInto,
  newFolder,
  openPlace,
  type Running,
  startProduct,
  upload,
  type Where,
  writePdf,
} from './upload-site.ts'

const ROUNDS = Number(process.env.BENCH_UPLOAD_KILLS ?? 10)
const SEED = Number(process.env.BENCH_UPLOAD_SEED ?? 1)
const AT_ONCE = 20
const MEGABYTES = 5
const BEYOND = 1.1 // of the time it usually takes: some are killed after their end
const SOON_MS = 30
const DAY_MS = 86_400_000

const diceOf = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor(seed / 65_536) / 32_768
}

type Kept = { document_id: number; tenant_id: number; sha256: string; size: number }
const documentsIn = (db: Db): Promise<Kept[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Kept>`
      select d.document_id, d.tenant_id, v.sha256, s.size from document d
      left join document_version v on v.tenant_id = d.tenant_id
        and v.document_id = d.document_id
        and v.version = d.current_version
      left join stored_file s on s.tenant_id = d.tenant_id and s.sha256 = v.sha256`.execute(tx)
    return rows
  })

const inStore = (folder: string): string[] =>
  readdirSync(join(folder, 'documents'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== OWNER_NAME)
    .map(({ name }) => name)
const incoming = (folder: string): number => readdirSync(join(folder, 'incoming')).length

export type Tally = {
  sent: number
  answered: number
  documents: number
  left: number
  orphans: number
  lost: number
  broken: number
  unswept: number
}

/** The hash of each file whose document was answered. */
type Told = { answered: Map<number, string> }

const judge = async (folder: string, { answered }: Told, tally: Tally): Promise<void> => {
  const contents = diskContents(join(folder, 'documents'))
  await lookInto(folder, async (db) => {
    const documents = await documentsIn(db)
    const byId = new Map(documents.map((each) => [each.document_id, each]))
    for (const [id, sha256] of answered) if (byId.get(id)?.sha256 !== sha256) tally.lost++
    const whole = async () => {
      for (const { tenant_id, sha256 } of documents) {
        const file = sha256 ? await contents.read(contentKey(tenant_id, sha256)) : undefined
        if (!file || (await hashOf(file)) !== sha256) tally.broken++
      }
    }
    await whole()
    const wanted = new Set(documents.map(({ sha256 }) => sha256))
    tally.documents = documents.length
    tally.left += incoming(folder)
    tally.orphans += inStore(folder).filter((name) => !wanted.has(name)).length
    // What they wait for is only time.
    const later = new Date(Date.now() + 2 * DAY_MS)
    await sweepContents(db, contents, later)
    await sweepSpool(join(folder, 'incoming'), later)
    tally.unswept += incoming(folder) + inStore(folder).filter((name) => !wanted.has(name)).length
    await whole()
  })
}

/**
 * When the server is killed: so many milliseconds from the beginning, or once so many were answered and a little
 * later.
 */
type Strike = { after: number } | { answers: number; later: number }

/** Twenty at once, two of them the same. @param strike without one, the server lives @returns milliseconds */
const sendAll = async (
  product: Running,
  where: Where,
  folder: string,
  hashes: string[],
  told: Told,
  strike?: Strike,
): Promise<number> => {
  const from = performance.now()
  const before = told.answered.size
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const sent = hashes.map(async (sha256, n) => {
    const id = await upload(product, where, join(folder, `${n}.pdf`))
    if (id !== undefined) told.answered.set(id, sha256)
    if (strike && 'answers' in strike && told.answered.size - before >= strike.answers) resolve()
  })
  if (strike) {
    if ('after' in strike) await pause(strike.after)
    else await enough.then(() => pause(strike.later))
    await endProduct(product, 'SIGKILL')
  }
  await Promise.all(sent)
  return performance.now() - from
}

const newFiles = async (folder: string): Promise<string[]> => {
  const hashes: string[] = []
  for (let n = 0; n < AT_ONCE - 1; n++) hashes.push(await writePdf(join(folder, `${n}.pdf`), MEGABYTES))
  await copyFile(join(folder, '0.pdf'), join(folder, `${AT_ONCE - 1}.pdf`))
  return [...hashes, ...hashes.slice(0, 1)]
}

export const killUploads = async (): Promise<Tally> => {
  const [data, files] = [newFolder(), newFolder()]
  const tally: Tally = { sent: 0, answered: 0, documents: 0, left: 0, orphans: 0, lost: 0, broken: 0, unswept: 0 }
  const told: Told = { answered: new Map() }
  const dice = diceOf(SEED)
  let product = await startProduct(data.folder)
  try {
    const where = await lookInto(data.folder, openPlace)
    const usual = await sendAll(product, where, files.folder, await newFiles(files.folder), told)
    tally.sent += AT_ONCE
    for (let round = 1; round <= ROUNDS; round++) {
      const answers = Math.ceil(dice() * AT_ONCE)
      const strike: Strike = round % 2 === 0 ? { after: dice() * BEYOND * usual } : { answers, later: dice() * SOON_MS }
      await sendAll(product, where, files.folder, await newFiles(files.folder), told, strike)
      tally.sent += AT_ONCE
      product = await startProduct(data.folder)
      await judge(data.folder, told, tally)
      const moment =
        'after' in strike ? `${Math.round(strike.after)} of ${Math.round(usual)} ms` : `${strike.answers} answers`
      process.stdout.write(
        `round ${round}: killed after ${moment}; in all ${told.answered.size} answered of ${tally.sent}, ` +
          `${tally.documents} documents, ${tally.orphans} orphans, ${tally.left} left behind\n`,
      )
    }
  } finally {
    await endProduct(product, 'SIGTERM')
    for (const { remove } of [data, files]) remove()
  }
  return { ...tally, answered: told.answered.size }
}
