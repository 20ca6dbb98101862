// The top bar: the search, the word that the data are simulated where they are, the news, the jobs and the user.
import { lazy, type ReactNode, Suspense } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { can, type User } from '../../session/session.ts'
import { Keys } from './Keys.tsx'
import { QueueToggle } from './QueueToggle.tsx'
import { SearchBox } from './SearchBox.tsx'
import { UserMenu } from './UserMenu.tsx'

// Fetched after what is needed first; its place is kept. Without it the console is whole all the same.
const NewsBell = lazy(() =>
  import('../../features/news/NewsBell.tsx')
    .then((m) => ({ default: m.NewsBell }))
    .catch(() => ({ default: () => null })),
)

export const TopBar = ({ user }: { user: User }): ReactNode => (
  <header className="top">
    {can(user, 'vehicles_read') ? <SearchBox /> : <span className="top__gap" />}
    {useConfig()?.simulated && (
      <span className="top__demo" title="Datos de demostración: los portales consultados son simulados.">
        Datos de demostración
      </span>
    )}
    <Keys user={user} />
    <Suspense fallback={<span className="top__bell" />}>
      <NewsBell />
    </Suspense>
    {can(user, 'queue_read') && <QueueToggle user={user} />}
    <UserMenu user={user} />
  </header>
)
