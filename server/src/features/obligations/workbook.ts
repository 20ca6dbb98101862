// The whole list as a workbook: downloaded from a signed address while it is read, or written by a job if it is long.
// Both contain what the requester may see at that time.
import type { Writable } from 'node:stream'
import { XLSX } from '@padron/contract/common'
import { localTime } from '@padron/contract/days'
import { monthName, ObligationFilter, obligations as rows } from '@padron/contract/obligations'
import { QUEUE_ID } from '@padron/contract/queue'
import { OBLIGATION_KINDS } from '@padron/contract/rules/obligation-kinds'
import { countOf } from '@padron/contract/texts/count-of'
import { numericDay, rangeText } from '@padron/contract/texts/day-texts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { snapshotAsTenant, type Tx } from '../../db/client.ts'
import { readFromReplica } from '../../db/replica.ts'
import { notFound } from '../../errors/http-problem.ts'
import { datedFileName } from '../../files/dated-file-name.ts'
import { pack, unpack } from '../../files/packed-path.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { type Sheet, writeWorkbook } from '../../files/xlsx/write/writer.ts'
import { type CompanyFacts, companyFacts } from '../../fleet/company.ts'
import { kindsFor } from '../../fleet/obligations.ts'
import { EXPIRIES, expiriesSheet } from '../../fleet/workbook/expiries-sheet.ts'
import { streamWorkbook } from '../../http/replies/stream-workbook.ts'
import type { Kit } from '../../http/serve.ts'
import type { JobKind } from '../../jobs/job.ts'
import { LinkRequester, readAsLinkRequester } from '../../jobs/link-requester.ts'
import { withLocale } from '../../locale.ts'
import { countList, type ListPlace, type ListQuery, type Reader, readAfter } from './obligations.queries.ts'

const CHUNK = 1_000
const DownloadRequest = z.strictObject({ ...LinkRequester.shape, filter: ObligationFilter })
type DownloadRequest = z.infer<typeof DownloadRequest>

/** The path to sign. */
export const workbookPath = (tenantId: number, request: DownloadRequest): string =>
  `/files/obligations/${tenantId}/${pack(request)}`

export const listQueryOf = ({ kinds: _, search: __, overdue, ...filter }: ObligationFilter): ListQuery => ({
  ...filter,
  overdue: overdue === 'true',
})

const daysText = ({ from, to, month, overdue }: ObligationFilter, today: string): string => {
  if (month) return monthName(month)
  if (overdue) return 'Vencidos'
  if (from && to) return rangeText(from, to, today)
  return `Desde el ${numericDay(from ?? today)}`
}

const GROUPED = { kind: 'Agrupados por tipo', holder: 'Agrupados por razón social' }

/** The lines above the table, in the words of the screen. */
const above = ({ companyName, country }: CompanyFacts, filter: ObligationFilter, today: string): string[] => {
  const kinds = filter.kinds?.split(',') ?? []
  const names = OBLIGATION_KINDS.flatMap((each) => (kinds.includes(each.kind) ? [each[country]] : []))
  return [
    `${EXPIRIES}: ${daysText(filter, today)}`,
    `${companyName} · al ${numericDay(today)}`,
    ...(names.length > 0 ? [`Tipos: ${names.join(', ')}`] : []),
    ...(filter.search ? [`Placa, VIN o razón social contiene: ${filter.search}`] : []),
    ...(filter.groupBy ? [GROUPED[filter.groupBy]] : []),
  ]
}

type Source = {
  facts: CompanyFacts
  reader: Reader
  filter: ObligationFilter
  read: <Row>(work: (tx: Tx) => Promise<Row[]>) => Promise<Row[]>
  onProgress?: (done: number) => Promise<void>
}

const sheetOf = ({ facts, reader, filter, read, onProgress }: Source): Sheet => {
  const { country, timeZone } = facts
  const { today } = reader
  const query = listQueryOf(filter)
  async function* due() {
    let after: ListPlace | undefined
    for (let done = 0; ; ) {
      const place = after
      const found = await read((tx) => readAfter(tx, reader, query, { after: place, most: CHUNK }))
      for (const { toldAt, customId, holder, ...row } of found)
        yield { ...row, sourceAt: toldAt, owner: { customId, holder } }
      done += found.length
      await onProgress?.(done)
      if (found.length < CHUNK) return
      after = found.at(-1)
    }
  }
  return { ...expiriesSheet({ country, timeZone, today, withOwner: true }, due()), above: above(facts, filter, today) }
}

export const readerOf = (
  { tenantId, timeZone }: Pick<CompanyFacts, 'tenantId' | 'timeZone'>,
  now: Date,
  roles: Parameters<typeof kindsFor>[0],
  { kinds, search }: Pick<ObligationFilter, 'kinds' | 'search'>,
): Reader => ({ tenantId, today: localTime(now, timeZone).day, kinds: kindsFor(roles, kinds), search })

/** Reads with the requester's current permissions: the address outlives a session but no permission. */
const open = (kit: Kit, tenantId: number, { userId, tokenId, filter }: DownloadRequest) =>
  readAsLinkRequester(kit.db, tenantId, { userId, tokenId }, rows.workbook.needs, async (tx, { roles }, db) => {
    const facts = await companyFacts(tx, tenantId)
    return { db, facts, reader: readerOf(facts, kit.now(), roles, filter) }
  })

type Route = { Params: { tenantId: string; '*': string }; Querystring: { e?: string; s?: string } }

export const workbookDownload = (app: FastifyInstance, kit: Kit, links: SignedLinks): void => {
  app.get<Route>('/files/obligations/:tenantId/*', { schema: { hide: true } }, async (request, reply) => {
    const { '*': packed } = request.params
    const tenantId = Number(request.params.tenantId)
    const valid = await links.isValid(`/files/obligations/${request.params.tenantId}/${packed}`, request.query)
    const download = valid ? DownloadRequest.safeParse(unpack(packed)).data : undefined
    const opened = download && (await open(kit, tenantId, download))
    if (!opened) throw notFound()
    const { db, facts, reader } = opened
    const read: Source['read'] = (work) => readFromReplica(db, tenantId, work)
    return withLocale(facts.country, () => {
      const sheet = sheetOf({ facts, reader, filter: download.filter, read })
      const name = datedFileName(facts.companyName, kit.now(), facts.timeZone, EXPIRIES)
      return streamWorkbook(reply, { tenantId, name, write: (into) => writeWorkbook(into, [sheet]) })
    })
  })
}

export type WorkbookPayload = { filter: ObligationFilter }

/** The same workbook if it has more rows than a download may have. */
export const workbookJob: JobKind = {
  queueId: QUEUE_ID.obligations,
  needs: rows.workbook.needs,
  cancellable: true,
  ofPart: true,
  run: async ({ db, files, now, item, roles, runId, progress }) => {
    const { filter } = item.payload as WorkbookPayload
    const book = { name: '', total: 0 }
    const write = (into: Writable): Promise<void> =>
      snapshotAsTenant(db, item.tenantId, async (tx) => {
        const facts = await companyFacts(tx, item.tenantId)
        const reader = readerOf(facts, now(), roles, filter)
        book.name = datedFileName(facts.companyName, now(), facts.timeZone, EXPIRIES)
        book.total = await countList(tx, reader, listQueryOf(filter))
        const onProgress = (done: number) => progress(done, book.total, 'Escribiendo vencimientos')
        await writeWorkbook(into, [sheetOf({ facts, reader, filter, read: (work) => work(tx), onProgress })])
      })
    const file = await files.write(runId, new Date(item.createdAt), write)
    return {
      message: `El archivo está listo: ${countOf(book.total, 'vencimiento', 'vencimientos')}.`,
      file: {
        ...file,
        name: book.name,
        type: XLSX,
        shapedBy: kindsFor(roles, filter.kinds).includes('document') ? ['documents_read'] : [],
      },
    }
  },
}
