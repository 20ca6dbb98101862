// Serves the workbook of a dashboard at a signed address: written when it is opened, from the current figures, with the
// current rights of the requester.
import type { Writable } from 'node:stream'
import { dashboard as calls } from '@padron/contract/dashboard'
import { CHART_KEYS } from '@padron/contract/dashboard/chart-keys'
import { fileTitle } from '@padron/contract/dashboard/chart-texts'
import { DASHBOARDS } from '@padron/contract/dashboard/rules'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { HttpProblem, notFound } from '../../../errors/http-problem.ts'
import { pack, unpack } from '../../../files/packed-path.ts'
import type { SignedLinks } from '../../../files/signed-links.ts'
import { dayIn } from '../../../files/wall-clock.ts'
import { writeWorkbook } from '../../../files/xlsx/write/writer.ts'
import { companyFacts } from '../../../fleet/company.ts'
import { streamWorkbook } from '../../../http/replies/stream-workbook.ts'
import type { Kit } from '../../../http/serve.ts'
import { LinkRequester, readAsLinkRequester } from '../../../jobs/link-requester.ts'
import { readPart } from '../statistics/part-statistics.ts'
import { readFacts } from '../statistics/read-statistics.ts'
import type { WorkbookSource } from './sheet-texts.ts'
import { bookTitle, dashboardSheets } from './workbook.ts'

const Wanted = z.strictObject({
  ...LinkRequester.shape,
  dashboard: z.enum(DASHBOARDS),
  months: z.int(),
  chart: z.optional(z.enum(CHART_KEYS)),
})
export type WantedBook = z.infer<typeof Wanted>

/** The path to sign. */
export const dashboardBookPath = (tenantId: number, wanted: WantedBook): string =>
  `/files/dashboard/${tenantId}/${pack(wanted)}`

const NOT_YET = 'Las cifras todavía se calculan. Intente de nuevo en unos segundos.'

/** @returns undefined if there are no figures, or the requester may no longer read them */
const open = (kit: Kit, log: FastifyBaseLogger, tenantId: number, { userId, tokenId, months }: WantedBook) =>
  readAsLinkRequester(
    kit.db,
    tenantId,
    { userId, tokenId },
    calls.workbook.needs,
    async (tx, { roles }, db): Promise<WorkbookSource | undefined> => {
      const { country, timeZone } = await companyFacts(tx, tenantId)
      const withDocuments = roles.has('documents_read')
      const ofPart = async () => {
        const part = await readPart({ tx, db, log, now: kit.now(), session: { tenantId, timeZone } })
        if (part.state.computedAt === null) throw new HttpProblem(503, NOT_YET, undefined, { 'retry-after': '5' })
        return part.facts(withDocuments)
      }
      const facts = await (db.scope === undefined ? readFacts(tx, tenantId, withDocuments) : ofPart())
      const period = facts?.statistics.find((each) => each.months === months)
      return facts && period ? { facts, period, country, timeZone } : undefined
    },
  )

type Route = { Params: { tenantId: string; packed: string }; Querystring: { e?: string; s?: string } }

export const dashboardFiles = (app: FastifyInstance, kit: Kit, links: SignedLinks): void => {
  app.get<Route>('/files/dashboard/:tenantId/:packed', { schema: { hide: true } }, async (request, reply) => {
    const { tenantId, packed } = request.params
    const valid = await links.isValid(`/files/dashboard/${tenantId}/${packed}`, request.query)
    const bookRequest = valid ? Wanted.safeParse(unpack(packed)).data : undefined
    const source = bookRequest && (await open(kit, request.log, Number(tenantId), bookRequest))
    if (!source) throw notFound()
    const { dashboard, chart } = bookRequest
    const day = dayIn(kit.now().toISOString(), source.timeZone)
    const name = `${fileTitle({ title: bookTitle(dashboard, chart, source), period: source.period, day }, chart)}.xlsx`
    const write = (into: Writable) => writeWorkbook(into, dashboardSheets(dashboard, chart, source))
    return streamWorkbook(reply, { tenantId: Number(tenantId), name, write })
  })
}
