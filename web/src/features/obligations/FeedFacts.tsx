// Whether there is an address, since when, and when a program last read it.
import type { Reply } from '@padron/contract/call'
import type { obligations } from '@padron/contract/obligations'
import type { ReactNode } from 'react'
import { useNow } from '../../api/use-now.ts'
import { useUser } from '../../session/user-context.ts'
import { When } from '../../ui/When.tsx'

type Feed = Reply<typeof obligations.feed>['feed']

export const FeedFacts = ({ feed }: { feed: Feed }): ReactNode => {
  const { zone } = useUser()
  const clock = { now: useNow(), zone }
  if (!feed) return <p className="muted">Todavía no tiene una dirección de calendario.</p>
  return (
    <>
      <dl className="feed__facts flex-wrap">
        <div>
          <dt className="small muted">Creada</dt>
          <dd>
            <When at={feed.createdAt} clock={clock} />
          </dd>
        </div>
        <div>
          <dt className="small muted">Última lectura</dt>
          <dd>
            {feed.lastReadAt ? <When at={feed.lastReadAt} clock={clock} /> : 'Ningún programa la ha leído todavía'}
          </dd>
        </div>
      </dl>
      <p className="muted">
        La dirección se mostró una sola vez, al crearla. Si ya no la tiene, cree otra: la de ahora dejará de servir.
      </p>
    </>
  )
}
