// Files of the fleet (workbook, PDF of a vehicle, PDF report) and the deletion of all its vehicles.
import { exports as rows } from '@padron/contract/exports'
import { answers, type Feature } from '../../feature.ts'
import { deleteAll } from './delete-all.job.ts'
import { vehiclesDownload } from './download.routes.ts'
import { exports } from './exports.routes.ts'
import { pdfReport } from './pdf-report.job.ts'
import { vehiclePdfFiles } from './vehicle-pdf.routes.ts'
import { vehiclesReport } from './vehicles-report.job.ts'

export const exportsFeature: Feature = {
  calls: ({ mails }) => [answers(rows, exports(mails))],
  routes: (app, context) => {
    const { links, stores } = context
    vehiclesDownload(app, context, links)
    vehiclePdfFiles(app, context, links, stores)
  },
  jobs: [vehiclesReport, pdfReport, deleteAll],
}
