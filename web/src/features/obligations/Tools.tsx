// Beside the heading: reminders, the address for calendar programs, and asking again.
import { obligations as calls } from '@padron/contract/obligations'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import './dialogs.css'
import { FeedDialog } from './FeedDialog.tsx'
import { RemindersDialog } from './RemindersDialog.tsx'

export const Tools = ({ list }: { list: ComponentProps<typeof RefreshButton>['list'] }): ReactNode => {
  const [open, setOpen] = useState<'reminders' | 'feed'>()
  const close = (): void => setOpen(undefined)
  return (
    <div className="listing__tools row gap-12 rigid">
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen('reminders')}>
        <Icon name="mail" size={16} />
        <span>Recordatorios por correo</span>
      </button>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen('feed')}>
        <Icon name="calendar" size={16} />
        <span>Calendario (ICS)</span>
      </button>
      <RefreshButton list={list} row={calls.list} />
      {open === 'reminders' && <RemindersDialog onClose={close} />}
      {open === 'feed' && <FeedDialog onClose={close} />}
    </div>
  )
}
