import { news as rows } from '@padron/contract/news'
import { answers, type Feature } from '../../feature.ts'
import { news } from './news.routes.ts'

export const newsFeature: Feature = {
  calls: () => [answers(rows, news)],
}
