// The way to the local mailbox, for who may see it, in a demo company where emails are stored and not sent.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasMailbox } from '../session/use-mailbox.ts'

type Props = {
  /** Its words, where they are not its own. */
  children?: ReactNode
  /** What stands in its place where there is no mailbox to see. */
  otherwise?: ReactNode
}

export const MailboxLink = ({ children = 'Ver el buzón local', otherwise = null }: Props) =>
  useHasMailbox() ? <Link to="/mailbox">{children}</Link> : otherwise
