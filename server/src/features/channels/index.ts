// Messages to Teams, Slack and Telegram about what happens in the fleet.
import { channels as rows } from '@padron/contract/channels'
import { answers, type Feature } from '../../feature.ts'
import { channelSender } from './channel-sender.ts'
import { channels } from './channels.routes.ts'
import { deleteExpiredChannels } from './delete-expired.ts'

export const channelsFeature: Feature = {
  calls: ({ webhooks: { secrets }, channelOrigins }) => [answers(rows, channels({ secrets, origins: channelOrigins }))],
  leased: ({ channelOrigins, ...tools }) => [channelSender({ ...tools, origins: channelOrigins })],
  retention: ({ db }) => [() => deleteExpiredChannels(db)],
}
