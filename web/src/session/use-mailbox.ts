// Whether the user may see the local mailbox, in a demo company whose emails are stored and not sent; and its link in a
// notice.
import { mailbox } from '@padron/contract/mailbox'
import { useNavigate } from '@tanstack/react-router'
import type { NoticeAction } from '../api/notify.ts'
import { useConfig } from '../api/use-config.ts'
import { useCan, useUser } from './user-context.ts'

export const useHasMailbox = (): boolean => {
  const may = useCan(mailbox.list.needs)
  const { demo, vehicleScope } = useUser()
  const config = useConfig()
  return may && vehicleScope === undefined && demo && config?.mail === false
}

export const useMailboxAction = (): NoticeAction | undefined => {
  const has = useHasMailbox()
  const go = useNavigate()
  return has ? { label: 'Ver el buzón local', run: () => void go({ to: '/mailbox' }) } : undefined
}
