// The calls of document types: the types of a company, their fields, and which vehicles lack which.
import { localTime } from '@padron/contract/days'
import type { documentTypes as rows } from '@padron/contract/documents'
import { documentTypes as calls } from '@padron/contract/documents'
import { notFound } from '../../../errors/http-problem.ts'
import type { Handlers } from '../../../http/serve.ts'
import { findVehicle } from '../vehicle.ts'
import { documentStatesOf } from './document-states.queries.ts'
import { findType, typeFieldsOf, typesOf } from './document-types.queries.ts'
import { createType, removeType, updateType } from './document-types.write.ts'
import { lackingOf } from './missing.queries.ts'
import { exceptVehicle, requireType } from './required.ts'

export const documentTypes: Handlers<typeof rows> = {
  fields: async ({ session, tx }) => ({ documentList: await typeFieldsOf(tx, session.tenantId) }),
  list: async ({ session, tx, now }) => ({
    documentList: await typesOf(tx, session.tenantId, localTime(now, session.timeZone).day),
  }),
  create: async ({ body: { documentType, fields }, session, tx }) => ({
    documentTypeId: await createType(tx, session, documentType.DocumentTypeName, fields),
    message: calls.create.done,
  }),
  update: async ({ body: { documentType, fields }, session, tx, now }) => {
    await updateType(tx, session, documentType, fields, now)
    return { message: calls.update.done }
  },
  remove: async ({ body: { DocumentTypeId }, session, tx }) => {
    await removeType(tx, session, DocumentTypeId)
    return { message: calls.remove.done }
  },
  require: async ({ body, session, tx }) => {
    await requireType(tx, session, body)
    return { message: calls.require.done }
  },
  except: async ({ body, session, tx }) => {
    await exceptVehicle(tx, session, body)
    return { message: calls.except.done }
  },
  missing: async ({ params: { documentTypeId }, query: { page }, session, tx, now }) => {
    const type = await findType(tx, session.tenantId, documentTypeId)
    if (!type) throw notFound()
    return lackingOf(tx, session.tenantId, type, { page, today: localTime(now, session.timeZone).day })
  },
  papers: async ({ params: { vehicleAssetId }, session, tx, now }) => {
    await findVehicle(tx, session.tenantId, vehicleAssetId, false)
    return {
      papers: await documentStatesOf(tx, session.tenantId, vehicleAssetId, localTime(now, session.timeZone).day),
    }
  },
}
