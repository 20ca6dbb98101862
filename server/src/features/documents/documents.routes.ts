// The calls of documents: the documents of a vehicle, their values and their files.
import type { documents as rows } from '@padron/contract/documents'
import { documents as calls } from '@padron/contract/documents'
import type { DocumentTools } from '../../files/store-document.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { removeDocument, restoreDocument, updateDocument } from './change.ts'
import { createDocument } from './create.ts'
import { filesOf, listVehicleDocuments, removedOf } from './documents.queries.ts'
import { replaceFile } from './replace-file.ts'

/** @param tools for receiving files */
export const documents = (tools: DocumentTools): Handlers<typeof rows> => ({
  list: async ({ query: { vehicleAssetId, idDocType }, session, tx, kit }) => ({
    documentList: await listVehicleDocuments(
      tx,
      session.tenantId,
      { vehicleId: vehicleAssetId, typeId: idDocType },
      kit.signFile,
    ),
  }),
  create: async ({ body, file, session, kit, now, request }) => ({
    documentId: await createDocument(
      { ...tools, db: kit.db },
      { session, now, actor: actorOf(request, session) },
      body,
      file,
    ),
    message: calls.create.done,
  }),
  replaceFile: async ({ params: { documentId }, body: form, file, session, kit, now, request }) => {
    await replaceFile(
      { ...tools, db: kit.db },
      { session, now, actor: actorOf(request, session) },
      { documentId, form },
      file,
    )
    return { documentId, message: calls.replaceFile.done }
  },
  update: async ({ body, session, tx, now }) => {
    await updateDocument(tx, session, body, now)
    return { message: calls.update.done }
  },
  remove: async ({ body: documentId, session, tx, now }) => {
    await removeDocument(tx, session, documentId, now)
    return { message: calls.remove.done }
  },
  restore: async ({ body: { documentId }, session, tx, now }) => {
    await restoreDocument(tx, session, documentId, now)
    return { message: calls.restore.done }
  },
  removed: async ({ query: { vehicleAssetId }, session, tx, now }) => ({
    documentList: await removedOf(tx, session.tenantId, vehicleAssetId, now),
  }),
  files: async ({ params: { documentId }, session, tx, kit }) => ({
    files: await filesOf(tx, session.tenantId, documentId, kit.signFile),
  }),
})
