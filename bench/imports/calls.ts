// A user's calls with a workbook, over HTTP: upload, apply, undo, download a template. Each has its duration in
// milliseconds, including the work after the answer until it is committed.
import { openAsBlob } from 'node:fs'
import type { Import, ImportKind, Uploaded } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template/kinds'
import type { Site as Product, Who } from './setup.ts'

export type Site = Pick<Product, 'base' | 'db'>

const now = (): number => performance.timeOrigin + performance.now()
/** Clock times, to find the calls of other users in the span. */
export type Span = { from: number; to: number }
export const msOf = ({ from, to }: Span): number => to - from
export type Timed<T> = Span & { value: T }

export const timed = async <T>(work: () => Promise<T>): Promise<Timed<T>> => {
  const from = now()
  const value = await work()
  return { from, to: now(), value }
}

const ask = async <T>(site: Site, { token }: Who, path: string, body?: unknown): Promise<T> => {
  const form = body instanceof FormData
  const reply = await fetch(`${site.base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(form || body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as T
}

const CALLS: Readonly<Record<ImportKind, string>> = { add: 'upload', edit: 'edit', replace: 'replace' }

/** Uploads it for validation only. */
export const check = async (site: Site, who: Who, kind: ImportKind, path: string): Promise<Timed<Uploaded>> => {
  const form = new FormData()
  form.set('notifyTo', 'banco@ejemplo.mx')
  form.set('preview', 'true')
  form.set('file', await openAsBlob(path), templateKind(kind).fileName)
  return timed(() => ask<Uploaded>(site, who, `/api/v2/vehicle/${CALLS[kind]}Template/`, form))
}

/** Fetches the file of a signed address. */
export const fetchFile = async (site: Site, path: string): Promise<Buffer> => {
  const reply = await fetch(`${site.base}${path}`)
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  return Buffer.from(await reply.arrayBuffer())
}

/** Requests a filled template of the whole fleet, and downloads it. */
export const template = (site: Site, who: Who): Promise<Timed<Buffer>> =>
  timed(async () => {
    const { fileUrl } = await ask<{ fileUrl: string }>(site, who, '/api/v2/vehicle/generateEditionTemplate', {})
    return fetchFile(site, fileUrl)
  })

const LOOK_EVERY_MS = 15
const TIMEOUT_MS = 300_000

/** Polls until the condition is true; a poll reads one row by key. */
export const until = async (what: string, so: () => Promise<boolean>): Promise<void> => {
  const last = now() + TIMEOUT_MS
  while (!(await so())) {
    if (now() > last) throw new Error(`timed out: ${what}`)
    await new Promise((look) => setTimeout(look, LOOK_EVERY_MS))
  }
}

type Row = { state: string; begun: number; finished: boolean; error: string | null; waiting: boolean }
const look = async (
  { db }: Site,
  { importId }: Import,
  job: 'queue_item_id' | 'undo_item_id',
): Promise<Row | undefined> => {
  const { rows } = await db.system.query<Row>(
    `
     select i.state, extract(epoch from i.applied_at) * 1000 as begun, q.finished_at is not null as finished,
       q.error_message as error, exists (select from pending_enrolment e where e.tenant_id = i.tenant_id) as waiting
     from vehicle_import i
     join queue_item q on q.tenant_id = i.tenant_id and q.queue_item_id = i.${job}
     where i.import_id = $1`,
    [importId],
  )
  if (rows[0]?.error) throw new Error(rows[0].error)
  return rows[0]
}

/**
 * `queued`: until a worker has begun; `written`: then until the commit was observed; `after`: the rest of the job,
 * mostly enrolment.
 */
export type AppliedSpans = { whole: Span; queued: Span; written: Span; after: Span }

/** @param seen called when the commit was observed */
export const apply = async (
  site: Site,
  who: Who,
  record: Import,
  seen: () => void = () => undefined,
): Promise<AppliedSpans> => {
  const from = now()
  await ask(site, who, `/api/v2/vehicle/imports/${record.importId}/apply`, { notifyTo: 'banco@ejemplo.mx' })
  let begun = from
  await until('it is applied', async () => {
    const row = await look(site, record, 'queue_item_id')
    begun = Number(row?.begun)
    return row?.state === 'applied'
  })
  const committed = now()
  seen()
  await until('its job ends', async () => (await look(site, record, 'queue_item_id'))?.finished === true)
  const span = (first: number, last: number): Span => ({ from: first, to: last })
  return {
    whole: span(from, committed),
    queued: span(from, begun),
    written: span(begun, committed),
    after: span(committed, now()),
  }
}

export const undo = (site: Site, who: Who, record: Import): Promise<Timed<void>> =>
  timed(async () => {
    await ask(site, who, `/api/v2/vehicle/imports/${record.importId}/undo`, {})
    await until('it is undone', async () => {
      const row = await look(site, record, 'undo_item_id')
      return row?.state === 'undone' && row.finished
    })
  })
