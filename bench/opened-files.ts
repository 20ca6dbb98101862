// Files that are made when a signed address is opened, ten at once: how often each was refused, the most memory the
// product took over idle, what of it is left when the product has rested, and how much longer another company's calls
// waited meanwhile.
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROLES } from '@padron/contract/permissions'
import { TERMS_VERSION } from '@padron/contract/session'
import { fileStore } from '@padron/server/files/contents/file-store'
import { newToken, tokenHash } from '@padron/server/http/sessions'
import sharp from 'sharp'
import type { Row } from './catalogue.ts'
import { writeBook } from './import-book.ts'
import { check } from './import-calls.ts'
import { forgetPeak, openCompany, openSite, peakMb, residentMb, type Site, type Who } from './import-site.ts'
import { makePdfFleet } from './pdf-fleet.ts'

const AT_ONCE = 10
const ROWS = Number(process.env.BENCH_OPENED_ROWS ?? 15_000)
const WRONG = 3_000
const SIDE = { width: 10_000, height: 6_000 } // 60 megapixels
const REST_MS = Number(process.env.BENCH_OPENED_REST_MS ?? 80_000)
const LEFT_AT_MOST_MB = 100

type Opened = { statuses: number[]; bytes: number }

/** Once more where a connection that had been idle was just then closed. */
const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers }).catch(() => fetch(url, { headers }))

/** Opens an address, and again as long as the answer says when to. */
const open = async (site: Site, path: string): Promise<Opened> => {
  const statuses: number[] = []
  for (;;) {
    const reply = await get(site.base + path)
    const bytes = (await reply.arrayBuffer()).byteLength
    statuses.push(reply.status)
    const wait = Number(reply.headers.get('retry-after'))
    if ((reply.status !== 429 && reply.status !== 503) || !wait) return { statuses, bytes }
    await pause(wait * 1000)
  }
}

/** The longest of the calls that another company makes one after the other while the work goes on, in milliseconds. */
const longestWait = async (site: Site, other: Who, work: Promise<unknown>): Promise<number> => {
  let isOver = false
  let longest = 0
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) {
    const begin = performance.now()
    const reply = await get(`${site.base}/api/v2/tags`, { authorization: `Bearer ${other.token}` })
    await reply.arrayBuffer()
    longest = Math.max(longest, performance.now() - begin)
    await pause(20)
  }
  return longest
}

const measure = async (site: Site, other: Who, what: string, paths: readonly string[]): Promise<Row> => {
  const before = residentMb(site.pid)
  const idle = await longestWait(site, other, pause(5_000))
  forgetPeak(site.pid)
  const begin = performance.now()
  const work = Promise.all(paths.map((path) => open(site, path)))
  const [opened, waited] = await Promise.all([work, longestWait(site, other, work)])
  const seconds = (performance.now() - begin) / 1000
  const most = peakMb(site.pid)
  await pause(REST_MS)
  const left = residentMb(site.pid) - before
  const statuses = opened.flatMap((one) => one.statuses)
  return {
    what,
    seconds: seconds.toFixed(1),
    answers: [...new Set(statuses)]
      .map((status) => `${statuses.filter((one) => one === status).length} × ${status}`)
      .join(', '),
    'KB each': Math.round(opened.reduce((sum, { bytes }) => sum + bytes, 0) / opened.length / 1000),
    'MB before': Math.round(before),
    'MB more at most': Math.round(most - before),
    'MB more later': Math.round(left),
    'another waits ms': `${Math.round(waited)} (idle ${Math.round(idle)})`,
    kept: left <= LEFT_AT_MOST_MB ? 'yes' : 'NO',
  }
}

const copies = async (site: Site, count: number, name: string): Promise<string[]> => {
  const book = join(site.folder, 'opened.xlsx')
  await writeBook(book, { rows: ROWS, wrong: WRONG })
  process.stdout.write(`the workbook has ${statSync(book).size} bytes\n`)
  const urls: string[] = []
  for (let i = 0; i < count; i++) {
    const { value } = await check(site, await openCompany(site.db, `${name}${i}`), 'add', book)
    urls.push(value.import.fileUrl ?? '')
  }
  return urls
}

/** @param progressive has to be held whole while it is decoded */
const largePicture = (progressive: boolean): Promise<Buffer> =>
  sharp({ create: { ...SIDE, channels: 3, background: '#886', noise: { type: 'gaussian', mean: 128, sigma: 12 } } })
    .jpeg({ quality: 40, progressive })
    .toBuffer()

/**
 * Vehicles whose first source is proved by two large pictures each, and one more without.
 * @returns the addresses of their PDFs
 */
const pdfs = async (site: Site, count: number): Promise<string[]> => {
  const evidence = fileStore(join(site.folder, 'evidence'))
  const tenantId = await makePdfFleet(site.addressOf('padron_owner').connectionString, evidence, count + 1)
  const role_ids = ROLES.filter((role) => role.name === 'admin').map(({ roleId }) => roleId)
  const token = newToken()
  const run = (text: string, values: unknown[]) => site.db.system.query(text, values)
  await run('insert into catalogue_version (tenant_id) values ($1) on conflict do nothing', [tenantId])
  await run(
    `
      insert into app_user (tenant_id, user_id, username, password_hash, terms_version, role_ids)
      values ($1, $1, 'banco-admin', 'x', $2, $3)`,
    [tenantId, TERMS_VERSION, role_ids],
  )
  await run(
    `
      insert into access_token (tenant_id, user_id, token_hash, client_id, scope, expires_at)
      values ($1, $1, $2, 'bench', '', now() + interval '1 day')`,
    [tenantId, tokenHash(token)],
  )
  for (const progressive of [false, true]) {
    const picture = await largePicture(progressive)
    process.stdout.write(`the picture has ${picture.length} bytes\n`)
    const { path } = await evidence.write(randomUUID(), new Date(), async (into) => void into.end(picture))
    await run(
      `
       insert into evidence_file (tenant_id, file_id, vehicle_id, resource_id, run_id, file_name, media_type, size,
         sha256, path)
       select tenant_id, gen_random_uuid(), vehicle_id, min(resource_id), good_run_id, 'foto.jpg', 'image/jpeg', 1,
         'x', $2
       from vehicle_resource
       where tenant_id = $1 and vehicle_id < (select max(vehicle_id) from vehicle where tenant_id = $1)
       group by tenant_id, vehicle_id, good_run_id`,
      [tenantId, path],
    )
  }
  const { rows } = await site.db.system.query<{ id: number }>(
    'select vehicle_id as id from vehicle where tenant_id = $1 order by 1',
    [tenantId],
  )
  const urls: string[] = []
  for (const { id } of rows) {
    const reply = await fetch(`${site.base}/api/v2/vehicle/${id}/pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    urls.push(((await reply.json()) as { fileUrl: string }).fileUrl)
  }
  return urls
}

export const benchOpenedFiles = async (): Promise<Row[]> => {
  const site = await openSite()
  try {
    const other = await openCompany(site.db, 'otra')
    const urls = await copies(site, AT_ONCE + 1, 'copia')
    const sheets = await pdfs(site, AT_ONCE + 2)
    // The first of each makes the process what it is at work.
    for (const first of [urls[AT_ONCE], sheets.pop()]) await open(site, first ?? '')
    await pause(5_000)
    return [
      await measure(site, other, 'one marked copy, opened ten times', Array(AT_ONCE).fill(urls[0])),
      await measure(site, other, 'marked copies of ten companies', urls.slice(0, AT_ONCE)),
      await measure(site, other, 'twelve PDFs with two pictures of 60 megapixels', sheets),
      await measure(site, other, 'the same twelve again', sheets),
    ]
  } finally {
    await site.close()
  }
}
