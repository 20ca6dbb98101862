// The news of an open panel in groups, with their loading, failed and empty states. They count as seen once displayed;
// new entries stay marked until the panel closes.
import type { Reply } from '@padron/contract/call'
import { news as calls, type NewsEntry, type NewsGroup } from '@padron/contract/news'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { dateInText } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useClock } from '../../session/use-clock.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx'

type News = Reply<typeof calls.list>['newsInformation']

const seen = (news: News): News => ({
  ...news,
  newsList: news.newsList.map((group) => ({ ...group, news: group.news.map((one) => ({ ...one, isNew: false })) })),
})

const keyOf = ({ type }: NewsGroup, { creationDate, title }: NewsEntry): string => `${type} ${creationDate} ${title}`

const useNews = () => {
  const queries = useQueryClient()
  const list = useQuietCall(calls.list, {}, { poll: true })
  const { data, refetch, isFetchedAfterMount, isError, dataUpdatedAt } = list
  const change = useCallback(
    (next: (news: News) => News) =>
      queries.setQueriesData<Reply<typeof calls.list>>(
        { predicate: ({ queryKey }) => queryKey[1] === calls.list.name },
        (old) => old && { newsInformation: next(old.newsInformation) },
      ),
    [queries],
  )
  const { mutate } = useAction(calls.seen, {
    onSuccess: ({ needsToCheck }) => void change((news) => ({ ...news, needsToCheck })),
  })
  const groups = data?.newsInformation.newsList ?? []
  const marked = useRef(new Set<string>())
  for (const group of groups) for (const entry of group.news) if (entry.isNew) marked.current.add(keyOf(group, entry))

  useEffect(() => {
    void refetch()
    return () => void change((news) => (news.needsToCheck ? news : seen(news)))
  }, [refetch, change])

  // Only after a reload: news that arrived in between would count as seen without having been displayed.
  const unseen = isFetchedAfterMount && !isError && data?.newsInformation.needsToCheck === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: more news may arrive while the panel is open
  useEffect(() => {
    if (unseen) mutate({ body: {} })
  }, [unseen, dataUpdatedAt, mutate])

  return { ...list, groups: groups.filter(({ news }) => news.length > 0), marked: marked.current }
}

/** Accepts only a path of this console: `//host` and `/\host` lead to another site. */
const isOwn = (link: string): boolean => /^\/(?![/\\])/.test(link)

const Entry = ({ entry, isMarked, onLeave }: { entry: NewsEntry; isMarked: boolean; onLeave: () => void }) => {
  const { title, information, creationDate, link } = entry
  const { now, zone } = useClock()
  const { history } = useRouter()
  const follow = (event: MouseEvent, way: string): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onLeave()
    history.push(way)
  }
  return (
    <li className={`news__one stack gap-2 ruled${isMarked ? ' news__one--new' : ''}`}>
      <p className="flex gap-8 between baseline break">
        <strong>{title}</strong>
        {isMarked && <span className="news__new rigid tiny strong rounded-small">Nueva</span>}
      </p>
      <p className="news__text break">{information}</p>
      <p className="row-wrap gap-4-16 between small muted break">
        <time dateTime={creationDate} title={dateInText(creationDate, zone)}>
          {sinceText('', creationDate, now, zone).trim()}
        </time>
        {link !== null && isOwn(link) && (
          <a href={link} className="news__more row-inline" onClick={(event) => follow(event, link)}>
            Ver más<span className="visually-hidden">: {title}</span>
          </a>
        )}
      </p>
    </li>
  )
}

export const NewsList = ({ onLeave }: { onLeave: () => void }) => {
  const { groups, marked, data, isError, error, refetch } = useNews()
  if (isError && !data) return <LoadFailure title={calls.list.fails} query={{ error, refetch }} />
  if (!data)
    return (
      <div className="pad-16">
        <SkeletonRows label="Cargando noticias" rows={2} />
      </div>
    )
  if (!groups.length) return <Message title="Actualmente no hay noticias disponibles." />
  return groups.map((group) => (
    <section key={group.type} className="news__group" aria-labelledby={`news-${group.type}`}>
      <h3 className="muted small" id={`news-${group.type}`}>
        {group.typeName}
      </h3>
      <ul>
        {group.news.map((entry) => (
          <Entry
            key={keyOf(group, entry) + entry.information}
            entry={entry}
            isMarked={marked.has(keyOf(group, entry))}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </section>
  ))
}
