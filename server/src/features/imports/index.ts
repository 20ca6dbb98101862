// Registering, editing and deleting vehicles from a workbook: read, validate, apply, undo.
import { imports as rows } from '@padron/contract/imports'
import { answers, type Feature } from '../../feature.ts'
import { importJobs } from './apply/apply.job.ts'
import { deleteExpiredImports } from './delete-expired.ts'
import { imports } from './imports.routes.ts'
import { markedWorkbooks } from './marked/marked.routes.ts'
import { templateDownloads } from './template/template.routes.ts'

export const importsFeature: Feature = {
  calls: ({ stores }) => [answers(rows, imports(stores.files))],
  routes: (app, context) => {
    const { links, stores } = context
    templateDownloads(app, context, links)
    markedWorkbooks(app, context, links, stores)
  },
  jobs: importJobs,
  retention: ({ db, stores }) => [(now) => deleteExpiredImports(db, stores.files, now)],
}
