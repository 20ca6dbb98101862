// `padron company move`: moves a company with all its data between two running installations. Files are copied first;
// then writes are refused while the rows are copied and compared. Until the source has the state «moved» the company is
// there; after a kill, the next run completes or restarts the move.
import type { Actor } from '../db/client.ts'
import { type CopiedFiles, copyFiles } from './copy-files.ts'
import { copyHistory, copyRest } from './copy-history.ts'
import { commitArrival, companyTables, withArrival } from './copy-rows.ts'
import { MoveError, onConnection, type Place } from './place.ts'
import { closeToWriters, drainWorkers, findMoving, leaveForGood, type MovingCompany, reopenSource } from './source.ts'
import { advanceSequences, completeArrival, makeRoom, refuseUnfit } from './target.ts'

type Move = {
  source: Place
  target: Place
  name: string
  actor: Actor
  /** How long workers may take to finish the company's work. */
  drainMs?: number
  /** Called at each step; an error that it throws aborts the move, like a failure. */
  onStep?: (step: string) => void | Promise<void>
}
type Moved = {
  rows: number
  files: CopiedFiles
  /** How long writes were refused. */
  readOnlyMs: number
}

const DRAIN_MS = 120_000

/** One move of a company at a time; the lock ends with its connection. */
const alone = <T>(source: Place, { tenantId, name }: MovingCompany, work: () => Promise<T>): Promise<T> =>
  onConnection(source, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('company move', $1::bigint)) as mine`,
      [tenantId],
    )
    if (!rows[0]?.mine) throw new MoveError(`Otra orden ya traslada la empresa ${name}.`)
    return work()
  })

const sum = (one: CopiedFiles, other: CopiedFiles): CopiedFiles => ({
  count: one.count + other.count,
  bytes: one.bytes + other.bytes,
  missing: other.missing,
})

const moveRows = async (
  { source, target, actor, drainMs = DRAIN_MS, onStep }: Move,
  { tenantId }: MovingCompany,
): Promise<Moved> => {
  await onStep?.('room')
  await makeRoom(target, tenantId)
  await onStep?.('files')
  const copied = new Set<string>()
  const early = await copyFiles(source, target, tenantId, copied)
  const tables = await companyTables(source)
  return withArrival(source, target, tenantId, async (arrival) => {
    await onStep?.('history')
    const moment = await copyHistory(arrival, tables)
    await onStep?.('drain')
    await drainWorkers(source, tenantId, drainMs)
    await onStep?.('read-only')
    const closed = performance.now()
    await closeToWriters(source, tenantId)
    const files = sum(early, await copyFiles(source, target, tenantId, copied))
    const rows = await copyRest(arrival, { tables, moment, onTable: (name) => onStep?.(`table ${name}`) })
    await commitArrival(arrival, source, target)
    await onStep?.('copied')
    await advanceSequences(target, tenantId, tables)
    await leaveForGood(source, tenantId, target.address)
    await onStep?.('moved')
    await completeArrival(target, tenantId, actor)
    return { rows, files, readOnlyMs: performance.now() - closed }
  })
}

/**
 * @returns undefined if an earlier run had copied everything and this one only completed the move
 * @throws MoveError, or an error of a database or a store; then the company works in the source, unless the process was
 * killed
 */
export const moveCompany = async (move: Move): Promise<Moved | undefined> => {
  const { source, target, name } = move
  const company = await findMoving(source.db, name)
  if (!company) throw new MoveError(`No existe la empresa ${name}.`)
  const { tenantId, state } = company
  if (state === 'moved') return completeMove(move, tenantId)
  if (state === 'arriving')
    throw new MoveError(`La empresa ${name} viene de otra instalación: termine ese traslado antes.`)
  if (company.isErased) throw new MoveError(`La empresa ${name} está por borrarse; cancele el borrado antes.`)
  return alone(source, company, async () => {
    await refuseUnfit(source, target, company)
    try {
      return await moveRows(move, company)
    } catch (error) {
      // Once the source has the state «moved», the next run completes the arrival.
      if ((await findMoving(source.db, name))?.state !== 'moved') {
        await makeRoom(target, tenantId).catch(() => undefined)
        await reopenSource(source, tenantId)
      }
      throw error
    }
  })
}

const completeMove = async ({ target, name, actor }: Move, tenantId: number): Promise<undefined> => {
  const there = await findMoving(target.db, name)
  if (there?.state !== 'arriving')
    throw new MoveError(`La empresa ${name} ya se trasladó: pida el traslado donde trabaja ahora.`)
  await completeArrival(target, tenantId, actor)
}

/** Cancels a move after a kill: the company works in the source. @throws MoveError if it has moved already */
export const cancelMove = async ({ source, target, name }: Omit<Move, 'actor'>): Promise<void> => {
  const company = await findMoving(source.db, name)
  if (!company) throw new MoveError(`No existe la empresa ${name}.`)
  if (company.state !== 'leaving' && company.state !== 'read-only')
    throw new MoveError(`La empresa ${name} no se está trasladando desde aquí.`)
  await alone(source, company, async () => {
    await reopenSource(source, company.tenantId)
    await makeRoom(target, company.tenantId)
  })
}
