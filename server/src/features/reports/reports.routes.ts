// Handlers for scheduled reports (spec bulk §2 Reports): definitions, workbook and runs.
import type { reports as rows } from '@padron/contract/reports'
import type { Handlers } from '../../http/serve.ts'
import { definitions } from './definitions/routes.ts'
import type { ReportsOptions } from './reports-options.ts'
import { running } from './runs/routes.ts'
import { configuration } from './workbook/routes.ts'

export const reports = (options: ReportsOptions): Handlers<typeof rows> => ({
  ...definitions,
  ...configuration(options),
  ...running(options),
})
