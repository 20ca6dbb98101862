// The side menu: open, narrow, or on a phone a drawer behind a button. Whether it is narrow is remembered.
import { type ReactNode, useState } from 'react'
import { recall, remember } from '../../lib/memory.ts'
import { useBackCloses } from '../../lib/use-back-closes.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import type { User } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { MenuContent } from './MenuContent.tsx'

const NARROW = 'menu-narrow'

export const SideMenu = ({ user }: { user: User }): ReactNode => {
  const phone = useMedia(PHONE)
  const [open, setOpen] = useState(false)
  useBackCloses(phone && open, () => setOpen(false))
  // On a middle-sized screen the table needs the room more than the words do.
  const [narrow, setNarrow] = useState(() => {
    const kept = recall(user.userId, NARROW)
    return typeof kept === 'boolean' ? kept : matchMedia('(max-width: 1199px)').matches
  })
  const toggle = (): void => {
    remember(user.userId, NARROW, !narrow)
    setNarrow(!narrow)
  }
  if (phone)
    return (
      <>
        <Button
          kind="icon"
          className="shell__burger no-print absolute"
          aria-label="Abrir menú"
          onClick={() => setOpen(true)}
          icon="menu"
          iconSize={22}
        />
        {open && (
          <Dialog title="Menú" shape="side" onClose={() => setOpen(false)}>
            <MenuContent user={user} narrow={false} onGo={() => setOpen(false)} />
          </Dialog>
        )}
      </>
    )
  return (
    <aside className={`menu column rigid surface${narrow ? ' menu--narrow' : ''}`}>
      <MenuContent user={user} narrow={narrow} />
      <button
        type="button"
        className="menu__toggle hover-ink row gap-8 muted rounded-small text-start small"
        aria-label={narrow ? 'Expandir menú' : 'Contraer menú'}
        aria-expanded={!narrow}
        onClick={toggle}
      >
        <Icon name={narrow ? 'right' : 'left'} />
        {!narrow && 'Contraer'}
      </button>
    </aside>
  )
}
