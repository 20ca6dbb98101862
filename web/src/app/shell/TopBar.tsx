// The top bar: the search, the word that the data are simulated where they are, and the user.
import type { ReactNode } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { can, type User } from '../../session/session.ts'
import { Keys } from './Keys.tsx'
import { QueueToggle } from './QueueToggle.tsx'
import { SearchBox } from './SearchBox.tsx'
import { UserMenu } from './UserMenu.tsx'

export const TopBar = ({ user }: { user: User }): ReactNode => (
  <header className="top">
    {can(user, 'vehicles_read') ? <SearchBox /> : <span className="top__gap" />}
    {useConfig()?.simulated && (
      <span className="top__demo" title="Datos de demostración: los portales consultados son simulados.">
        Datos de demostración
      </span>
    )}
    <Keys user={user} />
    {can(user, 'queue_read') && <QueueToggle user={user} />}
    <UserMenu user={user} />
  </header>
)
