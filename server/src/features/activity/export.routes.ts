// The record as a CSV: a signed address carries the filter, and the file streams from the database in pages, so its
// size costs no memory. One line per changed field. Cells that a spreadsheet would take for a formula are made text.
import { Readable } from 'node:stream'
import { ActivityFilter, activity as calls } from '@padron/contract/activity'
import { localTime } from '@padron/contract/days'
import type { Country } from '@padron/contract/places/countries'
import { ACTIONS, ORIGINS, SUBJECTS } from '@padron/contract/texts/activity-labels'
import { stringify } from 'csv-stringify'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { readAsTenant } from '../../db/client.ts'
import { readFromReplica } from '../../db/replica.ts'
import { notFound } from '../../errors/http-problem.ts'
import { limitSending } from '../../files/file-limiter.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { companyFacts } from '../../fleet/company.ts'
import type { Kit } from '../../http/serve.ts'
import { LinkRequester, readLinkRequesterAccess } from '../../jobs/link-requester.ts'
import { withLocale } from '../../locale.ts'
import { conditions, inWords, page, readNames } from './activity.queries.ts'

const PAGE = 1_000
const HEADINGS = ['Fecha', 'Quién', 'Origen', 'Dirección', 'Tipo', 'Nombre', 'Acción', 'Campo', 'Antes', 'Después']
const ExportRequest = z.strictObject({ ...LinkRequester.shape, filter: ActivityFilter, timeZone: z.string() })
type ExportRequest = z.infer<typeof ExportRequest>

/** The path to sign: the tenant, then the request and its requester. */
export const exportPath = ({ tenantId, ...exportRequest }: ExportRequest & { tenantId: number }): string =>
  `/files/activity/${tenantId}/${Buffer.from(JSON.stringify(exportRequest)).toString('base64url')}`

/**
 * @returns undefined if the requester's rights or token ended: an address outlives its session, but not those
 */
const countryIfStillMay = (
  kit: Kit,
  tenantId: number,
  { userId, tokenId }: ExportRequest,
): Promise<Country | undefined> =>
  readAsTenant(kit.db, tenantId, async (tx) => {
    const { refused } = await readLinkRequesterAccess(tx, tenantId, { userId, tokenId }, calls.export.needs)
    return refused === undefined ? (await companyFacts(tx, tenantId)).country : undefined
  })

const kinds = new Map<string, string>(SUBJECTS.map(({ kind, name }) => [kind, name]))

async function* lines(kit: Kit, tenantId: number, country: Country, { filter, timeZone }: ExportRequest) {
  const where = conditions(filter, tenantId)
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  yield HEADINGS
  for (let before: number | undefined; ; ) {
    const below = before
    const { rows, names } = await readFromReplica(kit.db, tenantId, async (tx) => {
      const rows = await page(tx, where, below, PAGE)
      return { rows, names: await readNames(tx, tenantId, timeZone, rows) }
    })
    for (const stored of rows.slice(0, PAGE)) {
      const { at, who, origin, address, subject, action, changes } = withLocale(country, () => inWords(stored, names))
      const head = [
        clock.format(new Date(at)),
        who.name,
        ORIGINS[origin],
        address,
        kinds.get(subject.kind),
        subject.name,
        ACTIONS[action],
      ]
      for (const { field, before, after } of changes.length > 0 ? changes : [{ field: '', before: '', after: '' }])
        yield [...head, field, before, after]
    }
    if (rows.length <= PAGE) return
    before = rows[PAGE - 1]?.activityId
  }
}

const read = (encoded: string): ExportRequest | undefined => {
  try {
    return ExportRequest.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))).data
  } catch {
    return undefined
  }
}

type Route = { Params: { tenantId: string; '*': string }; Querystring: { e?: string; s?: string } }

export const activityExport = (app: FastifyInstance, kit: Kit, links: SignedLinks): void => {
  app.get<Route>('/files/activity/:tenantId/*', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, '*': encoded } = request.params
    const valid = await links.isValid(`/files/activity/${tenantId}/${encoded}`, request.query)
    const exportRequest = valid ? read(encoded) : undefined
    const country = exportRequest && (await countryIfStillMay(kit, Number(tenantId), exportRequest))
    if (!exportRequest || !country) throw notFound()
    const csv = limitSending(
      Number(tenantId),
      stringify({ bom: true, record_delimiter: 'windows', escape_formulas: true }),
    )
    const rows = Readable.from(lines(kit, Number(tenantId), country, exportRequest))
    rows.on('error', (error) => csv.destroy(error))
    const { day } = localTime(kit.now(), exportRequest.timeZone)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="actividad-${day}.csv"`)
      .header('cache-control', 'private, no-store')
      .send(rows.pipe(csv))
  })
}
