// The results of the sources queried while the drawer was open, in one sentence. Pure.
import type { ScrapedResource } from '@padron/contract/resource-status'
import { statusText } from '@padron/contract/resources'
import { UNKNOWN } from '../../lib/money-text.ts'

const GOOD: readonly string[] = ['ok', 'partial']
const hasAnswered = ({ scraped: { lastAttempt } }: ScrapedResource): boolean =>
  lastAttempt !== null && GOOD.includes(lastAttempt.outcome)

const oneOf = (one: ScrapedResource): string => {
  const { status, freshness, lastAttempt } = one.scraped
  const words = freshness?.state === 'unknown' ? UNKNOWN : statusText(status.statusId)
  return `${one.resource.descriptionSpanish}: ${hasAnswered(one) || !lastAttempt ? words : lastAttempt.text}`
}

const sources = (n: number): string => `${n} ${n === 1 ? 'fuente' : 'fuentes'}`

export const queryResultsText = (
  ended: readonly ScrapedResource[],
): { kind: 'done' | 'warning'; text: string } | undefined => {
  const [first] = ended
  if (!first) return undefined
  const good = ended.filter(hasAnswered).length
  const kind = good === ended.length ? 'done' : 'warning'
  if (ended.length === 1) return { kind, text: `${oneOf(first)}.` }
  const bad = ended.length - good
  return {
    kind,
    text: `${sources(good)} ${good === 1 ? 'respondió' : 'respondieron'}${bad > 0 ? ` y ${bad} no` : ''}.`,
  }
}
