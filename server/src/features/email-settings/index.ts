// The company's branding of emails: logo, header, footer and sender.
import { emailSettings as rows } from '@padron/contract/email-settings'
import { answers, type Feature } from '../../feature.ts'
import { emailSettings } from './email-settings.routes.ts'

export const emailSettingsFeature: Feature = {
  calls: () => [answers(rows, emailSettings)],
}
