// The addresses that this user typed last: the same people get the next result, mostly.
import { isMail } from '@padron/contract/exports'
import { useState } from 'react'
import { recall, remember } from '../lib/memory.ts'
import { useUser } from './user-context.ts'

const MANY = 'export-mails'
const ONE = 'import-mail'

/** Those that an export was sent to, as one text. */
export const useRememberedMails = () => {
  const { userId } = useUser()
  const [mails, setMails] = useState(() => {
    const remembered = recall(userId, MANY)
    return typeof remembered === 'string' ? remembered : ''
  })
  return { mails, setMails, rememberMails: () => remember(userId, MANY, mails) }
}

/**
 * That of a file's summary; the first time, the first of those that an export was sent to.
 * @param first what it starts with, where that is known already
 */
export const useRememberedMail = (first?: string | null) => {
  const { userId } = useUser()
  const { mails } = useRememberedMails()
  const [mail, setMail] = useState(() => {
    const remembered = first ?? recall(userId, ONE)
    return typeof remembered === 'string' ? remembered : (mails.split(',')[0] ?? '').trim()
  })
  const address = mail.trim()
  return {
    mail,
    setMail,
    address: isMail(address) ? address : undefined,
    rememberMail: () => remember(userId, ONE, address),
  }
}
