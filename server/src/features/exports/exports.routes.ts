// What leaves the catalogue: orders for the queue, the address of a direct download, and the deleting of it all.
import {
  DELETE_ALL_WORDS,
  DELETED_KEPT_DAYS,
  DOWNLOAD_AT_MOST,
  PDFS_AT_MOST,
  type exports as rows,
} from '@padron/contract/exports'
import { stateName } from '@padron/contract/states'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { forbidden, refuse } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Session } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { RESOURCES } from '../../resources/catalogue.ts'
import { whereOf } from '../catalogue/catalogue.filters.ts'
import { countAll } from '../catalogue/catalogue.queries.ts'
import type { DeleteAllPayload } from './delete-all.job.ts'
import { downloadPath } from './download.routes.ts'
import type { PdfPayload } from './pdf-report.job.ts'
import type { ReportPayload } from './vehicles-report.job.ts'

const vehicles = (count: number): string => `${count.toLocaleString('es-MX')} ${count === 1 ? 'vehículo' : 'vehículos'}`
const WHOLE_COUNTRY = 'Todo el país'

/** What the session may choose from: its country's resources by state, the whole country's first. */
const resourcesOf = ({ country }: Session) => {
  const own = RESOURCES.filter((resource) => resource.country === country)
  const states = [...new Set(own.map(({ stateId }) => stateId ?? 0))].toSorted((a, b) => a - b)
  return states.map((stateId) => ({
    state: { stateId, stateName: stateId === 0 ? WHOLE_COUNTRY : stateName(stateId) },
    resources: own
      .filter((resource) => (resource.stateId ?? 0) === stateId)
      .map(({ resourceId, name }) => ({ resourceId, resourceName: name })),
  }))
}

const recordExport = (tx: Tx, { tenantId, companyName }: Session, what: string) =>
  sql`select record_activity(${tenantId}, 'company', ${tenantId}, ${companyName}, 'update',
    ${JSON.stringify({ exported: [null, what] })}::jsonb)`.execute(tx)

/** A filter may not find anything by the time its job runs, but an order for nothing is a mistake. */
const countOrRefuse = async (tx: Tx, query: Parameters<typeof whereOf>[0], session: Session): Promise<number> => {
  const count = await countAll(tx, whereOf(query, session))
  if (count === 0) throw refuse(422, 'El filtro no tiene vehículos.')
  return count
}

/** Where it will be found, for who has the panel. */
const inPanel = ({ roles }: Session): string => (roles.has('queue_read') ? ' Aparecerá en el panel de trabajos.' : '')

const queued = (id: string | undefined, message: string) => {
  if (!id) throw refuse(409, 'Ya hay un trabajo igual en curso.')
  return { queueItemId: id, message }
}

export const exports: Handlers<typeof rows> = {
  resources: ({ session }) => ({ data: resourcesOf(session) }),

  vehiclesReport: async ({ body: { pagination = {}, columns, mails, ...query }, session, tx }) => {
    const count = await countOrRefuse(tx, query, session)
    const payload: ReportPayload = { query, sort: pagination, columns, withTags: session.roles.has('tags_read') }
    const description = `Reporte de ${vehicles(count)}`
    const id = await enqueue(tx, { queueId: 5, description, payload, recipients: mails })
    return queued(id, `El reporte se está generando.${inPanel(session)}`)
  },

  pdfReport: async ({ body: { forced: _forced, mails, resources, ...query }, session, tx }) => {
    const known = new Set(
      RESOURCES.filter(({ country }) => country === session.country).map(({ resourceId }) => resourceId),
    )
    if (!resources.every((id) => known.has(id))) throw refuse(422, 'Seleccione recursos de su país.', 'resources')
    const count = await countOrRefuse(tx, query, session)
    if (count > PDFS_AT_MOST) {
      const [limit, found] = [PDFS_AT_MOST, count].map((n) => n.toLocaleString('es-MX'))
      throw refuse(422, `Un ZIP llega a ${limit} vehículos y el filtro tiene ${found}: acote el filtro.`)
    }
    const payload: PdfPayload = { query, resources: [...new Set(resources)] }
    const id = await enqueue(tx, { queueId: 7, description: `PDFs de ${vehicles(count)}`, payload, recipients: mails })
    return queued(id, `El ZIP de PDFs se está generando.${inPanel(session)}`)
  },

  download: async ({ body: { pagination = {}, columns, ...query }, session, tx, kit }) => {
    const totalCount = await countAll(tx, whereOf(query, session))
    if (totalCount > DOWNLOAD_AT_MOST) {
      const [limit, found] = [DOWNLOAD_AT_MOST, totalCount].map((n) => n.toLocaleString('es-MX'))
      throw refuse(
        422,
        `La descarga directa llega a ${limit} vehículos y el filtro tiene ${found}: use Generar Reporte.`,
      )
    }
    await recordExport(tx, session, `Vista de ${vehicles(totalCount)} (Excel)`)
    const { tenantId, userId, roles } = session
    const wanted = {
      userId,
      query,
      sort: pagination,
      withTags: roles.has('tags_read'),
      ...(columns ? { columns } : {}),
    }
    return { fileUrl: kit.signFile(downloadPath(tenantId, wanted)), totalCount }
  },

  deleteAll: async ({ body: { confirmation }, session, tx }) => {
    if (!session.isMain) throw forbidden()
    if (confirmation.trim().toUpperCase() !== DELETE_ALL_WORDS)
      throw refuse(422, `Para confirmar escriba ${DELETE_ALL_WORDS}.`, 'confirmation')
    const count = await countAll(tx, whereOf({ vehicleClass: {} }, session))
    if (count === 0) throw refuse(422, 'No hay vehículos que borrar.')
    const payload: DeleteAllPayload = {}
    const id = await enqueue(tx, { queueId: 8, description: `Borrado de ${vehicles(count)}`, payload, alone: true })
    if (!id) throw refuse(409, 'Ya hay un borrado total en curso.')
    return queued(id, 'Los vehículos se están borrando; el avance está en el panel de trabajos.')
  },

  deletions: async ({ session: { tenantId }, tx }) => {
    const { rows } = await sql<{ deletionId: string; dateTime: string; who: string; vehicles: number; until: string }>`
      select deletion_id as "deletionId", at as "dateTime", who, vehicles, at + make_interval(days => ${DELETED_KEPT_DAYS}) as until
      from deletion where tenant_id = ${tenantId} and restored_at is null and vehicles > 0
        and at > now() - make_interval(days => ${DELETED_KEPT_DAYS}) order by at desc`.execute(tx)
    return { deletions: rows }
  },
}
