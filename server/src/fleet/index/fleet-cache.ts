// The fleets that this process caches, within a limit in bytes: the least recently used column is dropped first. A
// request gets columns of one version, no older than its transaction. Requests for the same column share one read. A
// user who sees a part of a fleet gets the company's columns with the marks of that part.
import { canRetry, type Tx } from '../../db/client.ts'
import { fleetViewOf } from '../../db/fleet-view.ts'
import { RetryWhenReady } from '../../db/retry.ts'
import { scopeOf } from '../../db/scope.ts'
import { memoryShareMb } from '../../machine.ts'
import { measure } from '../../metrics/counters.ts'
import { type BackgroundReader, type BackgroundWork, inBatches } from './background-reads.ts'
import { applyChanges, type CachedFleet, fleetBytes, type Reading, readColumns, readNewFleet } from './cached-fleet.ts'
import type { Column } from './column.ts'
import type { ColumnField } from './column-fields.ts'
import { changedSince, hasVehicles, readFleetChanges } from './columns.queries.ts'
import { applyChecks } from './last-check.ts'
import { buildColumns, copyColumns } from './load-columns.ts'
import { readPart } from './parts.ts'

const MB = 1024 * 1024
/** A sixteenth of the memory; every column of a million vehicles takes some 500 MB. */
const BYTES = memoryShareMb(1 / 16, 256, 1024) * MB
/** The request itself reads the columns of smaller fleets, in some tens of milliseconds. */
export const LARGE = 10_000
/** Above this share of the limit no columns are read ahead. */
const AHEAD = 0.75
/** Queries that need more columns go to the database. */
const FIELDS_AT_MOST = 8
/**
 * Maximum of concurrent reads in the process, and of requests that wait for each: every one of them holds a connection.
 */
const READINGS_AT_MOST = 2
const WAITING_AT_MOST = 2
/** Up to this many changed vehicles update every cached column; more update only the requested ones. */
const APPLIED_AT_ONCE = 500
/** Maximum age of the dates of the last checks for users who see a part. */
const CHECKS_MS = 1_000
/** Each attempt reaches the newest version it has read; more changes in a row are unlikely. */
const TRIES = 6

/**
 * Returns the fleet with these columns, to be used before the next await.
 * @param version of the fleet in the transaction
 * @returns undefined if the fleet changes faster than it is read, or too many reads run
 * @throws RetryWhenReady
 */
export type FleetCache = (
  tx: Tx,
  tenantId: number,
  fields: readonly ColumnField[],
  version: number,
) => Promise<CachedFleet | undefined>

/** The cache of a process. */
export type WarmableFleetCache = FleetCache & {
  /** Reads columns ahead of requests, the plate first, and applies changes; only while there is room. */
  readAhead: (tenantId: number, fields: readonly ColumnField[]) => Promise<void>
}

type Options = { bytes?: number; large?: number; background?: BackgroundReader | undefined }

/**
 * One read per key at a time; requests that waited check the cache again. The returned function answers false if too
 * many reads run or wait.
 */
const createReadLimiter = () => {
  const reading = new Map<string, { done: Promise<void>; waiting: number }>()
  return async (key: string, read: () => Promise<void>): Promise<boolean> => {
    const underWay = reading.get(key)
    if (underWay) {
      if (underWay.waiting >= WAITING_AT_MOST) return false
      underWay.waiting++
      await underWay.done.catch(() => undefined)
      return true
    }
    if (reading.size >= READINGS_AT_MOST) return false
    const done = read().finally(() => reading.delete(key))
    reading.set(key, { done, waiting: 0 })
    await done
    return true
  }
}

/** @param bytes the limit @param background reads large fleets; without it every request reads them itself */
export const createFleetCache = ({ bytes = BYTES, large = LARGE, background }: Options = {}): WarmableFleetCache => {
  const fleets = new Map<number, CachedFleet>()
  const once = createReadLimiter()
  /** Fleets that exceed the limit, with their number of columns: they are not read again at the same version. */
  const tooLarge = new Map<number, { version: number; columns: number }>()
  let turn = 0
  measure('padron_fleet_cache_bytes', 'Columns of fleets that this process keeps', () => totalBytes(fleets))
  measure('padron_fleet_cache_fleets', 'Fleets of which this process keeps columns', () => fleets.size)

  /** Stores the fleet if it fits within the limit. */
  const store = (fleet: CachedFleet, needed: readonly ColumnField[], version: number): void => {
    fleets.set(fleet.tenantId, fleet)
    if (makeRoom(fleets, bytes, needed, fleet.tenantId) <= bytes) return
    fleets.delete(fleet.tenantId)
    tooLarge.set(fleet.tenantId, { version, columns: needed.length })
  }
  const isTooLarge = (tenantId: number, version: number, columns: number): boolean => {
    const known = tooLarge.get(tenantId)
    return known !== undefined && known.version === version && columns >= known.columns
  }

  const readingOf =
    (tx: Tx): Reading =>
    (request) =>
      buildColumns(tx, request)

  const readAnew = (tx: Tx, tenantId: number, fields: readonly ColumnField[], version: number) =>
    once(`${tenantId}`, async () => {
      fleets.delete(tenantId)
      store(await readNewFleet(readingOf(tx), tenantId, fields, version), fields, version)
    })

  const readMore = (
    tx: Tx,
    fleet: CachedFleet,
    missing: readonly ColumnField[],
    needed: readonly ColumnField[],
    version: number,
  ) =>
    once(`${fleet.tenantId} ${missing[0]}`, async () => {
      const columns = await readColumns(readingOf(tx), fleet, missing, version)
      for (const [i, column] of columns.entries()) fleet.columns.set(missing[i] as ColumnField, column)
      if (fleets.get(fleet.tenantId) === fleet) store(fleet, needed, version)
    })

  /**
   * Updates all columns at once if that is little work; a column without requests would fall too far behind and is
   * dropped.
   * @returns the version reached
   */
  const catchUp = async (
    tx: Tx,
    fleet: CachedFleet,
    fields: readonly ColumnField[],
    since: number,
  ): Promise<number> => {
    const versions = [...fleet.columns.values()].map((column) => column.version)
    const fleetChanges = await readFleetChanges(tx, fleet.tenantId, Math.min(fleet.version, since, ...versions))
    const { version } = fleetChanges
    for (const [field, column] of fleet.columns)
      if (!fields.includes(field) && changedSince(fleetChanges, column.version) === undefined)
        fleet.columns.delete(field)
    const first = Math.min(fleet.version, ...[...fleet.columns.values()].map((column) => column.version))
    const every = changedSince(fleetChanges, first)
    const all =
      every && every.length <= APPLIED_AT_ONCE
        ? { changed: every, since: first, fields: [...fleet.columns.keys()] }
        : undefined
    const { changed, ...from } = all ?? { changed: changedSince(fleetChanges, since), since, fields }
    const applied =
      changed !== undefined && (await applyChanges(tx, fleet, from.fields, changed, { since: from.since, version }))
    if (!applied && fleets.get(fleet.tenantId) === fleet) fleets.delete(fleet.tenantId)
    return version
  }

  /** Returns the fleet if all these columns have its version. */
  const atOneVersion = (fleet: CachedFleet | undefined, fields: readonly ColumnField[]): CachedFleet | undefined => {
    const columns = fields.flatMap((field) => fleet?.columns.get(field) ?? [])
    const isWhole = columns.length === fields.length && columns.every(({ version }) => version === fleet?.version)
    return fleet && isWhole ? inUse(fleet, columns, ++turn) : undefined
  }

  /**
   * For a user who sees a part. Their transaction would read only a part of a column, so missing or outdated columns
   * are read on another connection.
   */
  const findPart = async (
    tx: Tx,
    tenantId: number,
    fields: readonly ColumnField[],
    version: number,
  ): Promise<CachedFleet | undefined> => {
    const view = await fleetViewOf(tx, tenantId)
    const fleet = atOneVersion(fleets.get(tenantId), fields)
    const readAt = fields.includes('processedDate') ? (fleet?.columns.get('processedDate')?.readAt ?? 0) : Infinity
    if (fleet && fleet.version >= version && Date.now() - readAt < CHECKS_MS) {
      const alive = await readPart(tx, fleet, view)
      if (alive && atOneVersion(fleet, fields)) return { ...fleet, alive }
    }
    const pending = canRetry(tx) ? startRead?.(tenantId, fields) : undefined
    if (pending) throw pending
    return undefined
  }

  const find: FleetCache = async (tx, tenantId, requested, version) => {
    const fields = [...new Set<ColumnField>(['plate', ...requested])]
    if (fields.length > FIELDS_AT_MOST || isTooLarge(tenantId, version, fields.length)) return undefined
    if (scopeOf(tx) !== undefined) return findPart(tx, tenantId, fields, version)
    let newest = version
    for (let tries = 0; tries < TRIES; tries++) {
      const fleet = fleets.get(tenantId)
      const missing = fields.filter((field) => !fleet?.columns.has(field))
      // Without the plates, by which every order is sorted, the fleet is not usable.
      if (startRead && missing.length > 0 && (await isLarge(tx, tenantId, fleet))) {
        const pending = canRetry(tx) ? startRead(tenantId, fields) : undefined
        if (pending) throw pending
        return undefined
      }
      if (!fleet || missing.includes('plate')) {
        if (!(await readAnew(tx, tenantId, fields, newest)) || isTooLarge(tenantId, newest, fields.length))
          return undefined
      } else if (missing.length > 0) {
        if (!(await readMore(tx, fleet, missing, fields, newest)) || isTooLarge(tenantId, newest, fields.length))
          return undefined
      } else {
        if (fields.includes('processedDate')) await applyChecks(tx, fleet, Date.now())
        const columns = fields.flatMap((field) => fleet.columns.get(field) ?? [])
        if (columns.length < fields.length) continue // dropped meanwhile
        const versions = [fleet.version, ...columns.map((column) => column.version)]
        const oldest = Math.min(...versions)
        if (oldest >= newest && oldest === Math.max(...versions)) return inUse(fleet, columns, ++turn)
        newest = await catchUp(tx, fleet, fields, oldest)
      }
    }
    return undefined
  }
  /**
   * Reads columns in one pass on a connection of its own; requests meanwhile use the cached ones.
   * @param isRequested whether a request waits for them: then less recently used columns are dropped to make room;
   * otherwise they are stored only if there is room
   */
  const readInOnePass = async (
    { tx, client, version, leaving }: BackgroundWork,
    tenantId: number,
    fields: readonly ColumnField[],
    isRequested: boolean,
  ) => {
    const copies: Reading = (request) => copyColumns({ ...request, client, leaving })
    const fleet = fleets.get(tenantId)
    const missing = fields.filter((field) => !fleet?.columns.has(field))
    if (missing.length === 0) {
      for (let from = 0; from < fields.length; from += FIELDS_AT_MOST - 1)
        await find(tx, tenantId, isRequested ? fields.slice(from, from + FIELDS_AT_MOST - 1) : [], version)
      return
    }
    if (!isRequested && totalBytes(fleets) > AHEAD * bytes) return
    const hasPlates = fleet && !missing.includes('plate')
    const read = hasPlates
      ? await moreOf(fleet, missing, await readColumns(copies, fleet, missing, version))
      : await readNewFleet(copies, tenantId, fields, version)
    if (!takesPlace(read, fleets.get(tenantId), fleet)) return
    if (isRequested)
      inUse(
        read,
        fields.flatMap((field) => read.columns.get(field) ?? []),
        ++turn,
      )
    store(read, [], version)
    if (isRequested && fields.length <= FIELDS_AT_MOST && fields.some((field) => !read.columns.has(field)))
      tooLarge.set(tenantId, { version, columns: fields.length })
  }
  const startRead =
    background &&
    inBatches((tenantId, fields) => background(tenantId, (work) => readInOnePass(work, tenantId, fields, true)))
  const isLarge = async (tx: Tx, tenantId: number, fleet: CachedFleet | undefined): Promise<boolean> =>
    fleet ? fleet.size >= large : hasVehicles(tx, tenantId, large)
  const readAhead: WarmableFleetCache['readAhead'] = async (tenantId, fields) =>
    background?.(tenantId, (work) => readInOnePass(work, tenantId, fields, false))
  return Object.assign(find, { readAhead })
}

/**
 * A cache for callers that do not wait: it starts the read of missing columns and returns undefined, so that the
 * database answers meanwhile.
 */
export const withoutWaiting =
  (fleets: FleetCache): FleetCache =>
  (...requested) =>
    fleets(...requested).catch((error: unknown) => {
      if (error instanceof RetryWhenReady) return undefined
      throw error
    })

const moreOf = (fleet: CachedFleet, fields: readonly ColumnField[], columns: readonly Column[]): CachedFleet => {
  for (const [i, column] of columns.entries()) {
    const field = fields[i] as ColumnField
    if (!fleet.columns.has(field)) fleet.columns.set(field, column)
  }
  return fleet
}
/** Whether to store a read: not if the fleet was dropped meanwhile, nor if another read returned as much. */
const takesPlace = (read: CachedFleet, now: CachedFleet | undefined, before: CachedFleet | undefined): boolean =>
  read === before
    ? now === read
    : !now || now === before || [...read.columns.keys()].some((field) => !now.columns.has(field))

const inUse = (fleet: CachedFleet, columns: readonly Column[], turn: number): CachedFleet => {
  for (const column of columns) column.used = turn
  return fleet
}

const totalBytes = (fleets: ReadonlyMap<number, CachedFleet>): number =>
  [...fleets.values()].reduce((sum, fleet) => sum + fleetBytes(fleet), 0)

/**
 * Drops the least recently used columns, never those needed now, and a fleet's plates with its last column.
 * @returns bytes held
 */
const makeRoom = (
  fleets: Map<number, CachedFleet>,
  bytes: number,
  needed: readonly ColumnField[],
  tenantId: number,
): number => {
  let bytesHeld = totalBytes(fleets)
  const others = [...fleets.values()].flatMap((fleet) =>
    [...fleet.columns]
      .filter(([field]) => field !== 'plate' && (fleet.tenantId !== tenantId || !needed.includes(field)))
      .map(([field, { used }]) => ({ fleet, field, used })),
  )
  for (const { fleet, field } of others.sort((a, b) => a.used - b.used)) {
    if (bytesHeld <= bytes) return bytesHeld
    const before = fleetBytes(fleet)
    fleet.columns.delete(field)
    bytesHeld -= before - fleetBytes(fleet)
  }
  const bare = [...fleets.values()].filter((fleet) => fleet.tenantId !== tenantId && fleet.columns.size <= 1)
  for (const fleet of bare) {
    if (bytesHeld <= bytes) return bytesHeld
    bytesHeld -= fleetBytes(fleet)
    fleets.delete(fleet.tenantId)
  }
  return bytesHeld
}
