// The news in their groups; waiting, failed and none.
import { news as calls, type NewsEntry } from '@padron/contract/news'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useNow } from '../../api/use-now.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useUser } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { keyOf, useNews } from './use-news.ts'

/** Only a path of this console: `//host` and `/\host` would leave it. */
const isOwn = (link: string): boolean => /^\/(?![/\\])/.test(link)

type Ways = { onLeave: () => void }

const More = ({ link, title, onLeave }: { link: string; title: string } & Ways): ReactNode => {
  const { history } = useRouter()
  const go = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onLeave()
    history.push(link)
  }
  return (
    <a href={link} onClick={go}>
      Ver más<span className="visually-hidden">: {title}</span>
    </a>
  )
}

type EntryProps = { entry: NewsEntry; marked: boolean; clock: Clock } & Ways

const Entry = ({ entry, marked, clock, ...ways }: EntryProps): ReactNode => {
  const { title, information, creationDate, link } = entry
  return (
    <li className={marked ? 'news__one stack gap-2 ruled news__one--new' : 'news__one stack gap-2 ruled'}>
      <p className="flex gap-8 between baseline break">
        <strong>{title}</strong>
        {marked && <span className="news__new rigid tiny strong rounded-small">Nueva</span>}
      </p>
      <p className="news__text break">{information}</p>
      <p className="news__foot row-wrap gap-4-16 between small muted break">
        <time dateTime={creationDate} title={dateTime(creationDate, clock.zone)}>
          {sinceText('', creationDate, clock.now, clock.zone).trim()}
        </time>
        {link !== null && isOwn(link) && <More link={link} title={title} {...ways} />}
      </p>
    </li>
  )
}

export const NewsList = (ways: Ways): ReactNode => {
  const { zone } = useUser()
  const clock = { now: useNow(), zone }
  const { groups, isMarked, data, isError, error, refetch } = useNews()
  if (isError && !data) return <LoadFailure title={calls.list.fails} error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="stack gap-12 pad-16" role="status" aria-label="Cargando noticias">
        <span className="news__bone soft rounded" />
        <span className="news__bone soft rounded" />
      </div>
    )
  if (!groups.length) return <Message title="Actualmente no hay noticias disponibles." />
  return groups.map((group) => (
    <section key={group.type} className="news__group" aria-labelledby={`news-${group.type}`}>
      <h3 className="muted" id={`news-${group.type}`}>
        {group.typeName}
      </h3>
      <ul>
        {group.news.map((entry) => (
          <Entry
            key={keyOf(group, entry) + entry.information}
            entry={entry}
            marked={isMarked(group, entry)}
            clock={clock}
            {...ways}
          />
        ))}
      </ul>
    </section>
  ))
}
