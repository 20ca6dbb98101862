// The email addresses that the user typed last, offered for the next result. The first time, the user's own.
import { account } from '@padron/contract/account'
import { isMail } from '@padron/contract/exports'
import { useState } from 'react'
import { useQuietCall } from '../api/use-call.ts'
import { recall, remember } from '../lib/memory.ts'
import { useUser } from './user-context.ts'

const MANY = 'export-mails'
const ONE = 'import-mail'

const textOf = (remembered: unknown): string | undefined => (typeof remembered === 'string' ? remembered : undefined)

/** The account's email address, if no other is known; a failure leaves the field empty. */
export const useOwnMail = (isWanted: boolean): string =>
  useQuietCall(account.me, {}, { off: !isWanted }).data?.email ?? ''

/** The addresses that an export was last sent to, as one text. */
export const useRememberedMails = () => {
  const { userId } = useUser()
  const [typed, setMails] = useState(() => textOf(recall(userId, MANY)))
  const own = useOwnMail(typed === undefined)
  const mails = typed ?? own
  return { mails, setMails, rememberMails: () => remember(userId, MANY, mails) }
}

/**
 * The address for a file's summary; the first time, the first of those that an export was sent to.
 * @param first the initial address, if known
 */
export const useRememberedMail = (first?: string | null) => {
  const { userId } = useUser()
  const [typed, setMail] = useState(
    () => textOf(first) ?? textOf(recall(userId, ONE)) ?? textOf(recall(userId, MANY))?.split(',')[0]?.trim(),
  )
  const own = useOwnMail(typed === undefined)
  const mail = typed ?? own
  const address = mail.trim()
  return {
    mail,
    setMail,
    address: isMail(address) ? address : undefined,
    rememberMail: () => remember(userId, ONE, address),
  }
}
