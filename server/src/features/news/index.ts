// What changed since the user's last visit, and the operator's notices.
import { news as rows } from '@padron/contract/news'
import { answers, type Feature } from '../../feature.ts'
import { channelNews } from './channel-news.ts'
import { news } from './news.routes.ts'
import { ruleNotices } from './rule-notices.ts'

export const newsFeature: Feature = {
  calls: () => [answers(rows, news)],
  schedules: (tools) => [ruleNotices(tools), channelNews(tools)],
}
