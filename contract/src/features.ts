// All calls in one list: the server checks that each has a handler, tests iterate over it, and OpenAPI is generated
// from it.
import { account } from './account.ts'
import { accountLinks } from './account-links.ts'
import { activity } from './activity.ts'
import { alerts } from './alerts.ts'
import type { Call } from './call.ts'
import { captureBatches } from './captures/batches.ts'
import { captureReadings } from './captures/readings.ts'
import { captures } from './captures.ts'
import { catalogue } from './catalogue.ts'
import { channels } from './channels.ts'
import { company } from './company.ts'
import { companySignIn } from './company-sign-in.ts'
import { dashboard } from './dashboard.ts'
import { documents, documentTypes } from './documents.ts'
import { emailSettings } from './email-settings.ts'
import { exports } from './exports.ts'
import { health } from './health.ts'
import { imports } from './imports.ts'
import { mailbox } from './mailbox.ts'
import { news } from './news.ts'
import { obligations, ownCalendars } from './obligations.ts'
import { onboarding } from './onboarding.ts'
import { operator } from './operator.ts'
import { pending } from './pending.ts'
import { processing } from './processing.ts'
import { profiles } from './profiles.ts'
import { provisioning } from './provisioning.ts'
import { queue } from './queue.ts'
import { reports } from './reports.ts'
import { resourceStatus } from './resource-status.ts'
import { serviceAccounts } from './service-accounts.ts'
import { identity, terms } from './session.ts'
import { setup } from './setup.ts'
import { tags } from './tags.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'
import { v3 } from './v3.ts'
import { vehicles } from './vehicles.ts'
import { views } from './views.ts'
import { webhooks } from './webhooks.ts'

export const FEATURES = {
  operator,
  setup,
  identity,
  terms,
  accountLinks,
  catalogue,
  onboarding,
  company,
  companySignIn,
  provisioning,
  vehicles,
  views,
  queue,
  exports,
  resourceStatus,
  processing,
  health,
  captures,
  captureBatches,
  captureReadings,
  imports,
  dashboard,
  documentTypes,
  documents,
  obligations,
  ownCalendars,
  pending,
  reports,
  emailSettings,
  alerts,
  channels,
  mailbox,
  news,
  tags,
  users,
  profiles,
  activity,
  account,
  tokens,
  serviceAccounts,
  webhooks,
  v3,
} as const
export const ALL_CALLS: readonly Call[] = Object.values(FEATURES).flatMap((rows) => Object.values(rows) as Call[])
