// The news of an open panel. Once they are here they count as seen; what was new stays marked until the panel closes.
import type { Reply } from '@padron/contract/call'
import { news as calls, type NewsEntry, type NewsGroup } from '@padron/contract/news'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'

type News = Reply<typeof calls.list>['newsInformation']

const seen = (news: News): News => ({
  ...news,
  newsList: news.newsList.map((group) => ({ ...group, news: group.news.map((one) => ({ ...one, isNew: false })) })),
})

export const keyOf = ({ type }: NewsGroup, { creationDate, title }: NewsEntry): string =>
  `${type} ${creationDate} ${title}`

const newKeys = (groups: readonly NewsGroup[]): string[] =>
  groups.flatMap((group) => group.news.filter(({ isNew }) => isNew).map((one) => keyOf(group, one)))

export const useNews = () => {
  const queries = useQueryClient()
  const asked = useQuietCall(calls.list, {}, { poll: true })
  const { data, refetch, isFetchedAfterMount, isError, dataUpdatedAt } = asked
  const change = useCallback(
    (next: (news: News) => News) =>
      queries.setQueriesData<Reply<typeof calls.list>>(
        { predicate: ({ queryKey }) => queryKey[1] === calls.list.name },
        (old) => old && { newsInformation: next(old.newsInformation) },
      ),
    [queries],
  )
  const { mutate } = useAction(calls.seen, {
    worked: ({ needsToCheck }) => void change((news) => ({ ...news, needsToCheck })),
  })
  const groups = data?.newsInformation.newsList ?? []
  const marked = useRef(new Set<string>())
  for (const key of newKeys(groups)) marked.current.add(key)

  useEffect(() => {
    void refetch()
    return () => void change((news) => (news.needsToCheck ? news : seen(news)))
  }, [refetch, change])

  // Not before they have been asked anew: news that came between would count as seen without being shown.
  const unseen = isFetchedAfterMount && !isError && data?.newsInformation.needsToCheck === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: more of it may come while the panel is open
  useEffect(() => {
    if (unseen) mutate({ body: {} })
  }, [unseen, dataUpdatedAt, mutate])

  return {
    ...asked,
    groups: groups.filter(({ news }) => news.length > 0),
    isMarked: (group: NewsGroup, entry: NewsEntry): boolean => marked.current.has(keyOf(group, entry)),
  }
}
