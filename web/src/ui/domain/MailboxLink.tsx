// A link to the local mailbox, for users who may see it, in a demo company whose emails are stored and not sent.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasMailbox } from '../../session/use-mailbox.ts'

type Props = {
  /** The text of the link, if it differs from the default. */
  children?: ReactNode
  /** The content for users who may not see the mailbox. */
  otherwise?: ReactNode
}

export const MailboxLink = ({ children = 'Ver el buzón local', otherwise = null }: Props) =>
  useHasMailbox() ? <Link to="/mailbox">{children}</Link> : otherwise
