// The addresses typed last: the same people get the next one, mostly.
import { useState } from 'react'
import { recall, remember } from '../lib/memory.ts'
import { useUser } from './user-context.ts'

const NAME = 'export-mails'

export const useMails = () => {
  const { userId } = useUser()
  const [mails, setMails] = useState(() => {
    const kept = recall(userId, NAME)
    return typeof kept === 'string' ? kept : ''
  })
  return { mails, setMails, keepMails: () => remember(userId, NAME, mails) }
}
