// The keys of the whole console: Ctrl+K (⌘K) opens the palette, `?` the list of keys; and the button that does the same.
// What they open is fetched when it is first asked for.
import { lazy, Suspense, useEffect, useState } from 'react'
import type { User } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { useScreens } from './use-screens.ts'

const Palette = lazy(() => import('../../features/palette/Palette.tsx').then((m) => ({ default: m.Palette })))
const Shortcuts = lazy(() => import('../../features/palette/Shortcuts.tsx').then((m) => ({ default: m.Shortcuts })))
const AddVehicleDialog = lazy(() =>
  import('../../features/vehicles/VehicleDialogs.tsx').then((m) => ({ default: m.AddVehicleDialog })),
)

type Open = 'palette' | 'help' | 'add'

const TYPING = 'input, textarea, select, [contenteditable]'

/** What the key opens; undefined where it is somebody else's, as while typing or over a dialog. */
const opened = (event: KeyboardEvent): Open | undefined => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if (document.querySelector('dialog[open]')) return undefined
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey) return 'palette'
  const typing = target instanceof HTMLElement && target.closest(TYPING)
  return key === '?' && !ctrlKey && !metaKey && !altKey && !typing ? 'help' : undefined
}

export const Keys = ({ user }: { user: User }) => {
  const { open: screens } = useScreens(user)
  const [open, show] = useState<Open>()
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const wanted = opened(event)
      if (!wanted) return
      event.preventDefault()
      show(wanted)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const close = (): void => show(undefined)
  return (
    <>
      <Button
        label="?"
        kind="icon"
        className="top__keys strong"
        aria-label="Atajos de teclado"
        title="Atajos de teclado (?)"
        aria-haspopup="dialog"
        onClick={() => show('help')}
      />
      {open && (
        <Suspense>
          {open === 'palette' && (
            <Palette screens={screens} onAdd={() => show('add')} onHelp={() => show('help')} onClose={close} />
          )}
          {open === 'help' && <Shortcuts onClose={close} />}
          {open === 'add' && <AddVehicleDialog onClose={close} />}
        </Suspense>
      )}
    </>
  )
}
