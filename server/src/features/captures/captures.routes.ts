// Manual capture: the work list, evidence files, and the capture itself.
import { captures as rows } from '@padron/contract/captures'
import { forbidden, notFound } from '../../errors/http-problem.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import { claimedType } from '../../files/evidence.ts'
import type { Session } from '../../http/access/sessions.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { assignCaptures, readProgress } from './assignment.ts'
import { listCaptureTasks, statementTasksOf, taskOf } from './captures.queries.ts'
import { countsOf } from './counts.queries.ts'
import { createCapture, createStatement } from './create.ts'
import { leaseNext, leaseVehicle, releaseVehicle } from './leases.ts'
import { storeUpload } from './upload.ts'
import { readValidity, writeValidity } from './validity.queries.ts'

/** A resource's id is a four-byte number; a longer one does not exist. */
const idsOf = ({ vehicleAssetId, resourceId }: { vehicleAssetId: string; resourceId: string }) => ({
  vehicleId: Number(vehicleAssetId),
  resourceId: Number(resourceId),
})

const assignedText = (vehicles: number, isSomebody: boolean): string => {
  const what = vehicles === 1 ? '1 vehículo' : `${vehicles} vehículos`
  return isSomebody ? `${what} con sus capturas: asignado` : `${what} sin asignar`
}

type AssignmentFilter = { assignedTo?: string | undefined }

/** The filters, with the person they mean. */
export const narrow = <F extends AssignmentFilter>({ assignedTo, ...filter }: F, { userId }: Session) => {
  if (assignedTo === undefined) return filter
  const who = assignedTo === 'mine' ? userId : assignedTo === 'none' ? null : Number(assignedTo)
  return { ...filter, assignedTo: { userId: who } }
}

/** @param evidence where the files are stored */
export const captures = (evidence: FileStore): Handlers<typeof rows> => ({
  list: ({ query, session, tx, now }) =>
    listCaptureTasks(tx, session.tenantId, session.country, narrow(query, session), now),
  summary: ({ query, session, tx, now }) =>
    countsOf(tx, session.tenantId, session.country, narrow(query, session), now),
  task: async ({ params, session, tx, now }) => {
    const task = await taskOf(tx, session.tenantId, session.country, { ...idsOf(params), at: now })
    if (!task) throw notFound()
    return task
  },
  statementTask: async ({ params, session, tx, now }) => {
    const tasks = await statementTasksOf(tx, session.tenantId, session.country, { ...idsOf(params), at: now })
    if (tasks.length === 0) throw notFound()
    return { tasks }
  },
  progress: ({ session, tx, now }) => readProgress(tx, session, now),
  assign: async ({ body, session, tx, now }) => {
    const { userId, vehicleAssetIds, ...filter } = body
    const vehicles = await assignCaptures(tx, session, userId, { ...narrow(filter, session), vehicleAssetIds }, now)
    return { message: assignedText(vehicles, userId !== null), vehicles }
  },
  next: async ({ body, session, tx, now }) => {
    const { portalOf, after, seen, ...filter } = body
    return { next: await leaseNext(tx, session, { ...narrow(filter, session), portalOf, after, seen }, now) }
  },
  lease: async ({ params, body, session, tx, now }) => {
    if (body.takeOver && !session.roles.has('admin')) throw forbidden()
    return { holder: await leaseVehicle(tx, session, params.vehicleAssetId, now, body.takeOver) }
  },
  release: async ({ params, session, tx }) => {
    await releaseVehicle(tx, session, params.vehicleAssetId)
    return { message: rows.release.done }
  },
  validity: ({ session, tx, now }) => readValidity(tx, session.tenantId, now),
  setValidity: async ({ body, session, tx }) => {
    await writeValidity(tx, session, body.intervals)
    return { message: rows.setValidity.done }
  },
  upload: ({ query, file, session, kit, now, request }) => {
    const { vehicleAssetId, resourceId, fileName } = query
    const upload = {
      vehicleId: Number(vehicleAssetId),
      resourceId: resourceId === undefined ? null : Number(resourceId),
      fileName,
      mediaType: claimedType(request.headers),
      file,
    }
    return storeUpload(kit.db, evidence, { session, now, actor: actorOf(request, session) }, upload)
  },
  create: async ({ body, session, tx, now }) => {
    await createCapture(tx, session, body, now)
    return { message: rows.create.done }
  },
  statement: async ({ body, session, tx, now }) => {
    await createStatement(tx, session, body, now)
    return { message: rows.statement.done }
  },
})
