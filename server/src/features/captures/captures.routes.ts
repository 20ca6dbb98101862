// Manual capture: the work list, evidence files, and the capture itself.
import { captures as rows } from '@padron/contract/captures'
import type { FileStore } from '../../files/contents/file-store.ts'
import { notFound } from '../../http/problem.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { statementTasksOf, taskOf, tasksOf } from './captures.queries.ts'
import { countsOf } from './counts.queries.ts'
import { createCapture, createStatement } from './create.ts'
import { storeUpload } from './upload.ts'
import { readValidity, writeValidity } from './validity.queries.ts'

/** A resource's id is a four-byte number; a longer one does not exist. */
const idsOf = ({ vehicleAssetId, resourceId }: { vehicleAssetId: string; resourceId: string }) => ({
  vehicleId: Number(vehicleAssetId),
  resourceId: Number(resourceId),
})

/** @param evidence where the files are stored */
export const captures = (evidence: FileStore): Handlers<typeof rows> => ({
  list: ({ query, session, tx, now }) => tasksOf(tx, session.tenantId, session.country, query, now),
  summary: ({ query, session, tx, now }) => countsOf(tx, session.tenantId, session.country, query, now),
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
  validity: ({ session, tx, now }) => readValidity(tx, session.tenantId, now),
  setValidity: async ({ body, session, tx }) => {
    await writeValidity(tx, session, body.intervals)
    return { message: rows.setValidity.done }
  },
  upload: ({ query, file, session, kit, now, request }) => {
    const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
    const { vehicleAssetId, resourceId, fileName } = query
    const upload = {
      vehicleId: Number(vehicleAssetId),
      resourceId: resourceId === undefined ? null : Number(resourceId),
      fileName,
      mediaType,
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
