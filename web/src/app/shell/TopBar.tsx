// The top bar: the search, the notice about demo data, the news, the jobs and the user.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { PaletteFrame } from '../../features/palette/PaletteFrame.tsx'
import { can, type User } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { roveAcross } from '../../ui/overlay/roving-tabindex.ts'
import { dataNotice } from './data-notice.ts'
import { SearchBox } from './SearchBox.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useScreens } from './use-screens.ts'

const Palette = lazy(() => import('../../features/palette/Palette.tsx').then((m) => ({ default: m.Palette })))
const Shortcuts = lazy(() => import('../../features/palette/Shortcuts.tsx').then((m) => ({ default: m.Shortcuts })))
const AddVehicleDialog = lazy(() =>
  import('../../features/vehicles/VehicleDialogs.tsx').then((m) => ({ default: m.AddVehicleDialog })),
)

type Open = 'palette' | 'help' | 'add'

const TYPING = 'input, textarea, select, [contenteditable]'

/** What the key opens; undefined if another element uses it, such as a text field or a dialog. */
const opened = (event: KeyboardEvent): Open | undefined => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if (document.querySelector('dialog[open]')) return undefined
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey) return 'palette'
  const typing = target instanceof HTMLElement && target.closest(TYPING)
  return key === '?' && !ctrlKey && !metaKey && !altKey && !typing ? 'help' : undefined
}

const Keys = ({ user }: { user: User }) => {
  const { open: screens } = useScreens(user)
  const [open, show] = useState<Open>()
  const [typed, onType] = useState('')
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const wanted = opened(event)
      if (!wanted) return
      event.preventDefault()
      onType('')
      show(wanted)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const close = (): void => show(undefined)
  const field = { typed, onType, onClose: close }
  return (
    <>
      <Button
        label="?"
        kind="icon"
        className="top__keys strong"
        aria-label="Atajos de teclado"
        title="Atajos de teclado (?)"
        aria-haspopup="dialog"
        sends={false}
        onClick={() => show('help')}
      />
      {open && (
        <Suspense fallback={open === 'palette' && <PaletteFrame {...field} />}>
          {open === 'palette' && (
            <Palette {...field} screens={screens} onAdd={() => show('add')} onHelp={() => show('help')} />
          )}
          {open === 'help' && <Shortcuts onClose={close} />}
          {open === 'add' && <AddVehicleDialog onClose={close} />}
        </Suspense>
      )}
    </>
  )
}

const without = () => ({ default: () => null })
// Loaded after the essential parts; their space is reserved. They are optional.
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
    <div ref={roveAcross} role="toolbar" aria-label="Barra superior" className="contents">
      <Keys user={user} />
      {user.vehicleScope === undefined && (
        <Suspense fallback={<span className="top__bell rigid" />}>
          <NewsBell />
        </Suspense>
      )}
      {can(user, 'queue_read') && (
        <Suspense fallback={<span className="top__bell rigid" />}>
          <QueueToggle user={user} />
        </Suspense>
      )}
      <UserMenu user={user} />
    </div>
  </header>
)
