// The bell: groups of news that the reader may see, and whether any is newer than the last visit.
import { DAY_MS } from '@padron/contract/days'
import { NEWS_DAYS, NEWS_TYPES, type NewsEntry, type news as rows } from '@padron/contract/news'
import type { Permission } from '@padron/contract/permissions'
import { holdsExactly } from '@padron/contract/permissions'
import type { Tx } from '../../db/client.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { markSeen, readChanges, readNotices, readOutages, seenUntil } from './news.queries.ts'
import { changeLink, changeTitle, changeWords, outageTitle, outageWords } from './news.texts.ts'

type Entry = Omit<NewsEntry, 'isNew'>
type Group = {
  /** Absent: everybody. */
  needs: readonly [Permission, ...Permission[]] | null
  read: (tx: Tx, session: Session, now: Date, seen: string | null) => Promise<Entry[]>
}

const notices: Group['read'] = async (tx, session, now) =>
  (await readNotices(tx, session, now)).map(({ title, information, at }) => ({
    title,
    information,
    creationDate: at,
    link: null,
  }))

const changes: Group['read'] = async (tx, session, now, seen) =>
  (await readChanges(tx, session, now, seen)).map((change) => ({
    title: changeTitle(change),
    information: changeWords(change, session.country),
    creationDate: change.at,
    link: changeLink(change),
  }))

const outages: Group['read'] = async (tx, session, now) =>
  (await readOutages(tx, session, now)).map((outage) => ({
    title: outageTitle(outage, session.timeZone),
    information: outageWords(outage, session.timeZone),
    creationDate: outage.endedAt ?? outage.beganAt,
    link: session.roles.has('resource_read') ? '/health' : null,
  }))

const GROUPS: Readonly<Record<(typeof NEWS_TYPES)[number]['type'], Group>> = {
  notices: { needs: null, read: notices },
  changes: { needs: ['vehicles_read'], read: changes },
  outages: { needs: ['vehicles_read', 'resource_read'], read: outages },
}

export const news: Handlers<typeof rows> = {
  list: async ({ session, tx, now }) => {
    const seen = await seenUntil(tx, session)
    // For a first visit the news of two weeks is new.
    const seenAt = seen === null ? now.getTime() - NEWS_DAYS * DAY_MS : Date.parse(seen)
    const newsList = []
    for (const { type, typeName } of NEWS_TYPES) {
      const { needs, read } = GROUPS[type]
      if (needs && !holdsExactly(session.roles, needs)) continue
      const found = await read(tx, session, now, seen)
      const entries = found.map((entry) => ({ ...entry, isNew: Date.parse(entry.creationDate) > seenAt }))
      if (entries.length > 0) newsList.push({ type, typeName, news: entries })
    }
    const needsToCheck = newsList.some((group) => group.news.some(({ isNew }) => isNew))
    return { newsInformation: { newsList, needsToCheck } }
  },

  seen: async ({ session, tx, now }) => {
    await markSeen(tx, session, now)
    return { needsToCheck: false }
  },
}
