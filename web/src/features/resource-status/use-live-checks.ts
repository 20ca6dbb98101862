// While a source is about to be asked the drawer asks along; when the last one has answered, so do the list and what changed.
import type { Reply } from '@padron/contract/call'
import type { resourceStatus } from '@padron/contract/resource-status'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

const LIVELY_MS = 3_000
const BEHIND: readonly string[] = ['catalogue.list', 'resourceStatus.byResource', 'resourceStatus.changes']

type Status = UseQueryResult<Reply<typeof resourceStatus.byType>>

export const useLiveChecks = ({ data, refetch }: Status): void => {
  const queries = useQueryClient()
  const queued = data?.scrapedResourceTypes.some(({ resources }) => resources.some(({ scraped }) => scraped.queued)) ?? false
  const before = useRef(queued)
  useEffect(() => {
    if (!queued) return
    const timer = setInterval(() => document.hidden || void refetch(), LIVELY_MS)
    return () => clearInterval(timer)
  }, [queued, refetch])
  useEffect(() => {
    const ended = before.current && !queued
    before.current = queued
    if (ended) void queries.invalidateQueries({ predicate: ({ queryKey }) => BEHIND.includes(String(queryKey[1])) })
  }, [queued, queries])
} // biome-ignore format: the question on one line
