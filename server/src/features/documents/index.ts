// Vehicle documents: the types that a company requires, and the files of each vehicle.
import { documents as rows, documentTypes as typeRows } from '@padron/contract/documents'
import { answers, type Feature } from '../../feature.ts'
import { purgeRemoved } from './change.ts'
import { documents } from './documents.routes.ts'
import { documentFiles } from './files.routes.ts'
import { documentTypes } from './types/document-types.routes.ts'

export const documentsFeature: Feature = {
  calls: ({ stores }) => [answers(typeRows, documentTypes), answers(rows, documents(stores.documents))],
  routes: (app, context) => documentFiles(app, context, context.links, context.stores.documents.contents),
  retention: ({ db }) => [(now) => purgeRemoved(db, now)],
}
