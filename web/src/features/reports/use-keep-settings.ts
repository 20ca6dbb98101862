// Stores the reply to a change of the email settings in the cache at once: all of them have one version, and a next
// change before a reload would cause a conflict.
import { emailSettings as calls, type EmailSettings } from '@padron/contract/email-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { notify } from '../../api/notify.ts'
import { CallerContext } from '../../api/use-call.ts'

/** @returns the function for a change's success; it shows the call's `done` */
export const useKeepSettings = (): ((reply: { emailSettings: EmailSettings }) => void) => {
  const queries = useQueryClient()
  const caller = useContext(CallerContext)
  return (reply) => {
    queries.setQueryData([caller, calls.read.name, {}], reply)
    notify('done', calls.save.done)
  }
}
