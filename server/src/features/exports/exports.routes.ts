// The exports of the catalogue: requests for jobs, the address of a direct download, and the deletion of the fleet.
import type { Pagination } from '@padron/contract/catalogue'
import { type ChosenQuery, DateFilters } from '@padron/contract/catalogue/filter'
import {
  CONFIRM_DELETING,
  DELETE_ALL_WORDS,
  DELETED_RETENTION_DAYS,
  PDFS_AT_MOST,
  type exports as rows,
} from '@padron/contract/exports'
import { QUEUE_ID } from '@padron/contract/queue'
import { numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { RESOURCES } from '../../checks/services/catalogue.ts'
import { asTenant, type Tx } from '../../db/client.ts'
import { forbidden, notFound, refuse } from '../../errors/http-problem.ts'
import { refuseHidden, refuseTagQuery } from '../../fleet/access.ts'
import { LEFT } from '../../fleet/archive/archive.ts'
import { fleetIds, type Sort } from '../../fleet/chunks.ts'
import { companyFacts } from '../../fleet/company.ts'
import { tagNamesOf } from '../../fleet/describe-filter.ts'
import { countAll } from '../../fleet/rows.queries.ts'
import { whereOf } from '../../fleet/where.ts'
import type { Session } from '../../http/access/sessions.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { linkRequesterOf } from '../../jobs/link-requester.ts'
import type { DeleteAllPayload } from './delete-all.job.ts'
import { downloadPath, refuseTooMany, sendFleet } from './download.routes.ts'
import type { PdfPayload } from './pdf-report.job.ts'
import { vehiclePdfPath } from './vehicle-pdf.routes.ts'
import type { ReportPayload } from './vehicles-report.job.ts'

const recordExport = (tx: Tx, { tenantId, companyName }: Session, what: string) =>
  sql`select record_activity(${tenantId}, 'company', ${tenantId}, ${companyName}, 'update',
    ${JSON.stringify({ exported: [null, what] })}::jsonb)`.execute(tx)

/** The filter may match nothing when its job runs, but a request that matches nothing now is a mistake. */
const countOrRefuse = async (tx: Tx, query: ChosenQuery, session: Session, { sortBy }: Sort = {}): Promise<number> => {
  refuseTagQuery(session.roles, query, sortBy)
  refuseHidden(session.roles, query)
  const count = await countAll(tx, whereOf(query, session))
  if (count === 0 && query.ids) throw refuse(422, 'Ya no está ninguno de los vehículos elegidos.', 'ids')
  if (count === 0) throw refuse(422, 'El filtro no tiene vehículos.')
  return count
}

/** Where users with the panel find the result. */
const inPanel = ({ roles }: Session): string => (roles.has('queue_read') ? ' Aparecerá en el panel de trabajos.' : '')

const queued = (queueItemId: string, message: string) => ({ queueItemId, message })

const NO_WAY_OUT =
  'Este servidor no envía correos y usted no tiene acceso al panel de trabajos, así que no habría cómo ' +
  'entregarle el archivo.'

/** @param mails whether this installation sends emails */
const refuseUnreachable = ({ roles }: Session, mails: boolean): void => {
  if (!mails && !roles.has('queue_read')) throw refuse(422, NO_WAY_OUT)
}

type ExportQuery = ChosenQuery & { pagination?: z.output<typeof Pagination> | undefined }

/**
 * The filter and the order: date filters may come beside the filter, as from the console, or inside the pagination of
 * the list.
 */
const partsOf = ({ pagination, dateFilters = [], ...filter }: ExportQuery): { query: ChosenQuery; sort: Sort } => {
  const { sortBy, sortFilterOrder, dateFilters: paged = [] } = pagination ?? {}
  const dates = new Map([...dateFilters, ...paged].map((date) => [JSON.stringify(date), date]))
  const parsed = DateFilters.safeParse([...dates.values()])
  if (!parsed.success) throw refuse(400, 'Diez filtros de fecha como máximo.', 'pagination.dateFilters')
  return {
    query: { ...filter, ...(dates.size > 0 ? { dateFilters: parsed.data } : {}) },
    sort: { ...(sortBy ? { sortBy } : {}), ...(sortFilterOrder ? { sortFilterOrder } : {}) },
  }
}

const plateOf = async (tx: Tx, tenantId: number, vehicleId: number): Promise<string | undefined> => {
  const found = tx.selectFrom('vehicle').select('plate').where('tenant_id', '=', tenantId)
  return (await found.where('vehicle_id', '=', vehicleId).executeTakeFirst())?.plate
}

/** @param mails whether this installation sends emails */
export const exports = (mails: boolean): Handlers<typeof rows> => ({
  vehiclesReport: async ({ body: { columns, mails: recipients, ...filter }, session, tx }) => {
    refuseUnreachable(session, mails)
    const { query, sort } = partsOf(filter)
    const count = await countOrRefuse(tx, query, session, sort)
    const payload: ReportPayload = { query, sort, columns }
    const id = await enqueue(tx, {
      queueId: QUEUE_ID.fleetReport,
      description: `Reporte de ${vehiclesText(count)}`,
      payload,
      recipients,
    })
    return queued(id, `El reporte se está generando.${inPanel(session)}`)
  },

  pdfReport: async ({ body: { forced: _forced, mails: recipients, resources, ...query }, session, tx }) => {
    refuseUnreachable(session, mails)
    const known = new Set(
      RESOURCES.filter(({ country }) => country === session.country).map(({ resourceId }) => resourceId),
    )
    if (!resources.every((id) => known.has(id))) throw refuse(422, 'Seleccione recursos de su país.', 'resources')
    const count = await countOrRefuse(tx, query, session)
    if (count > PDFS_AT_MOST) {
      const [limit, found] = [PDFS_AT_MOST, count].map((n) => numberText(n))
      throw refuse(422, `Un ZIP llega a ${limit} vehículos y el filtro tiene ${found}: acote el filtro.`)
    }
    const payload: PdfPayload = { query, resources: [...new Set(resources)].toSorted((a, b) => a - b) }
    const id = await enqueue(tx, {
      queueId: QUEUE_ID.vehiclePdfs,
      description: `PDFs de ${vehiclesText(count)}`,
      payload,
      recipients,
    })
    return queued(id, `El ZIP de PDFs se está generando.${inPanel(session)}`)
  },

  download: async ({ body: { columns, ...filter }, session, tx, kit }) => {
    const { query, sort } = partsOf(filter)
    refuseTagQuery(session.roles, query, sort.sortBy)
    refuseHidden(session.roles, query)
    const totalCount = await countAll(tx, whereOf(query, session))
    refuseTooMany(totalCount)
    await recordExport(tx, session, `Vista de ${vehiclesText(totalCount)} (Excel)`)
    const request = { ...linkRequesterOf(session), query, sort, ...(columns ? { columns } : {}) }
    return { fileUrl: kit.signFile(downloadPath(session.tenantId, request)), totalCount }
  },

  selection: async ({ body: { columns, ...filter }, session, kit, now, request, reply }) => {
    const { query, sort } = partsOf(filter)
    const { tenantId, roles, username: who } = session
    const withTags = roles.has('tags_read')
    const found = await asTenant(
      kit.db,
      tenantId,
      async (tx) => {
        const count = await countOrRefuse(tx, query, session, sort)
        refuseTooMany(count)
        await recordExport(tx, session, `Vista de ${vehiclesText(count)} (Excel)`)
        const facts = await companyFacts(tx, tenantId)
        const ids = await fleetIds(tx, query, sort, facts)
        return { facts, ids, tagNames: withTags ? await tagNamesOf(tx, tenantId, query) : undefined }
      },
      actorOf(request, session),
    )
    return sendFleet(reply, kit.db, { query, sort, columns, who, withTags, at: now }, found)
  },

  vehiclePdf: async ({ params: { vehicleAssetId }, session, tx, kit }) => {
    const { tenantId } = session
    const plate = await plateOf(tx, tenantId, vehicleAssetId)
    if (plate === undefined) throw notFound()
    await recordExport(tx, session, `Ficha de ${plate} (PDF)`)
    return {
      fileUrl: kit.signFile(vehiclePdfPath(tenantId, { ...linkRequesterOf(session), vehicleId: vehicleAssetId })),
    }
  },

  deleteAll: async ({ body: { confirmation }, session, tx }) => {
    if (!session.isMain) throw forbidden()
    if (confirmation.trim().toUpperCase() !== DELETE_ALL_WORDS) throw refuse(422, CONFIRM_DELETING, 'confirmation')
    const count = await countAll(tx, whereOf({ vehicleClass: {} }, session))
    if (count === 0) throw refuse(422, 'No hay vehículos que borrar.')
    const payload: DeleteAllPayload = {}
    const description = `Borrado de ${vehiclesText(count)}`
    const repeated = 'Ya hay un borrado total en curso.'
    const id = await enqueue(tx, { queueId: QUEUE_ID.deleteAll, description, payload, alone: true, repeated })
    return queued(id, 'Los vehículos se están borrando; el avance está en el panel de trabajos.')
  },

  deletions: async ({ session: { tenantId }, tx }) => {
    const { rows } = await sql<{
      deletionId: string
      dateTime: string
      who: string
      vehicles: number
      left: number
      until: string
    }>`
      select d.deletion_id as "deletionId", at as "dateTime", who, vehicles, ${LEFT} as left,
        at + make_interval(days => ${DELETED_RETENTION_DAYS}) as until
      from deletion d
      where tenant_id = ${tenantId} and restored_at is null and vehicles > 0
        and at > now() - make_interval(days => ${DELETED_RETENTION_DAYS}) order by at desc`.execute(tx)
    return { deletions: rows }
  },
})
