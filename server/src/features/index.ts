// Every feature: a new one is a line here and a folder of its own. The order is that of their routes.
import type { Feature } from '../feature.ts'
import { accountFeature } from './account/index.ts'
import { activityFeature } from './activity/index.ts'
import { alertsFeature } from './alerts/index.ts'
import { capturesFeature } from './captures/index.ts'
import { catalogueFeature } from './catalogue/index.ts'
import { channelsFeature } from './channels/index.ts'
import { companyFeature } from './company/index.ts'
import { dashboardFeature } from './dashboard/index.ts'
import { documentsFeature } from './documents/index.ts'
import { emailSettingsFeature } from './email-settings/index.ts'
import { exportsFeature } from './exports/index.ts'
import { healthFeature } from './health/index.ts'
import { importsFeature } from './imports/index.ts'
import { mailboxFeature } from './mailbox/index.ts'
import { newsFeature } from './news/index.ts'
import { obligationsFeature } from './obligations/index.ts'
import { onboardingFeature } from './onboarding/index.ts'
import { operatorFeature } from './operator/index.ts'
import { pendingFeature } from './pending/index.ts'
import { processingFeature } from './processing/index.ts'
import { profilesFeature } from './profiles/index.ts'
import { queueFeature } from './queue/index.ts'
import { reportsFeature } from './reports/index.ts'
import { resourceStatusFeature } from './resource-status/index.ts'
import { sessionFeature } from './session/index.ts'
import { setupFeature } from './setup/index.ts'
import { tagsFeature } from './tags/index.ts'
import { tokensFeature } from './tokens/index.ts'
import { usersFeature } from './users/index.ts'
import { v3Feature } from './v3/index.ts'
import { vehiclesFeature } from './vehicles/index.ts'
import { viewsFeature } from './views/index.ts'
import { webhooksFeature } from './webhooks/index.ts'

export const FEATURES: readonly Feature[] = [
  sessionFeature,
  catalogueFeature,
  onboardingFeature,
  companyFeature,
  vehiclesFeature,
  viewsFeature,
  resourceStatusFeature,
  healthFeature,
  queueFeature,
  exportsFeature,
  processingFeature,
  capturesFeature,
  tagsFeature,
  newsFeature,
  usersFeature,
  profilesFeature,
  activityFeature,
  accountFeature,
  tokensFeature,
  webhooksFeature,
  v3Feature,
  importsFeature,
  dashboardFeature,
  documentsFeature,
  obligationsFeature,
  pendingFeature,
  reportsFeature,
  emailSettingsFeature,
  alertsFeature,
  channelsFeature,
  mailboxFeature,
  operatorFeature,
  setupFeature,
]
