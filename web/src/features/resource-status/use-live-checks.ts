// Polls while a query of a source is pending, and reports its result; after the last one, whatever else shows answers
// is reloaded.
import { ANSWER_CHANGES } from '@padron/contract/answer-changes'
import type { Reply } from '@padron/contract/call'
import type { resourceStatus, ScrapedResource } from '@padron/contract/resource-status'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ignoreLoadFailure } from '../../api/new-release.ts'
import { notify } from '../../api/notify.ts'
import { usePolling } from '../../lib/use-polling.ts'

export const LIVELY_MS = 3_000
/** The polled answer itself is already current. */
const BEHIND: readonly string[] = ANSWER_CHANGES.filter((name) => name !== 'resourceStatus.byType')

type Status = UseQueryResult<Reply<typeof resourceStatus.byType>>

/** The texts are loaded when the first pending query has ended. */
const notifyAnswers = async (ended: readonly ScrapedResource[]): Promise<void> => {
  const { queryResultsText: endedWords } = await import('./query-results-text.ts')
  const words = endedWords(ended)
  if (words) notify(words.kind, words.text)
}

/** Announces the results of the queries that were pending in this drawer. */
const useAnswerNotices = (all: readonly ScrapedResource[] | undefined): void => {
  const waiting = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (!all) return
    const ended = all.filter(({ resource, scraped }) => waiting.current.has(resource.resourceId) && !scraped.queued)
    waiting.current = new Set(all.flatMap(({ resource, scraped }) => (scraped.queued ? [resource.resourceId] : [])))
    // a failure to load the texts is ignored: the drawer shows the answers anyway
    if (ended.length) void notifyAnswers(ended).catch(ignoreLoadFailure)
  }, [all])
}

export const useLiveChecks = ({ data, refetch }: Status): void => {
  const queries = useQueryClient()
  const all = data?.scrapedResourceTypes.flatMap(({ resources }) => resources)
  const queued = all?.some(({ scraped }) => scraped.queued) ?? false
  useAnswerNotices(all)
  const before = useRef(queued)
  usePolling(queued, refetch, LIVELY_MS)
  useEffect(() => {
    const ended = before.current && !queued
    before.current = queued
    if (ended) void queries.invalidateQueries({ predicate: ({ queryKey }) => BEHIND.includes(String(queryKey[1])) })
  }, [queued, queries])
}
