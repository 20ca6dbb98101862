// The address typed last for a file's summary; the first time, the first of those that an export was sent to.
import { isMail } from '@padron/contract/exports'
import { useState } from 'react'
import { recall, remember } from '../lib/memory.ts'
import { useMails } from './kept-mails.ts'
import { useUser } from './user-context.ts'

const NAME = 'import-mail'

/** @param first what it starts with, where that is known already */
export const useMail = (first?: string | null) => {
  const { userId } = useUser()
  const { mails } = useMails()
  const [mail, setMail] = useState(() => {
    const kept = first ?? recall(userId, NAME)
    return typeof kept === 'string' ? kept : (mails.split(',')[0] ?? '').trim()
  })
  const address = mail.trim()
  return {
    mail,
    setMail,
    address: isMail(address) ? address : undefined,
    keepMail: () => remember(userId, NAME, address),
  }
}
