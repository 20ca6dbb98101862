// The top bar: the search, what is said of data that are not real, the news, the jobs and the user.
import { lazy, type ReactNode, Suspense } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { can, type User } from '../../session/session.ts'
import { dataNotice } from './data-notice.ts'
import { Keys } from './Keys.tsx'
import { SearchBox } from './SearchBox.tsx'
import { UserMenu } from './UserMenu.tsx'

const without = () => ({ default: () => null })
// Fetched after what is needed first; their places are kept. Without them the console is whole all the same.
const NewsBell = lazy(() =>
  import('../../features/news/NewsBell.tsx').then((m) => ({ default: m.NewsBell })).catch(without),
)
const QueueToggle = lazy(() => import('./QueueToggle.tsx').then((m) => ({ default: m.QueueToggle })).catch(without))

const DataNotice = ({ user }: { user: User }): ReactNode => {
  const notice = dataNotice(user, useConfig()?.simulated)
  return (
    notice && (
      <span className="top__demo rigid tiny muted nowrap" title={notice.title}>
        {notice.label}
      </span>
    )
  )
}

export const TopBar = ({ user }: { user: User }): ReactNode => (
  <header className="top gap-12 rigid surface ruled">
    {can(user, 'vehicles_read') ? <SearchBox /> : <span className="grow" />}
    <DataNotice user={user} />
    <Keys user={user} />
    <Suspense fallback={<span className="top__bell rigid" />}>
      <NewsBell />
    </Suspense>
    {can(user, 'queue_read') && (
      <Suspense fallback={<span className="top__bell rigid" />}>
        <QueueToggle user={user} />
      </Suspense>
    )}
    <UserMenu user={user} />
  </header>
)
