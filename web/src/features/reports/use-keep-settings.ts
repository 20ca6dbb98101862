// What a change of the email settings answered is what is stored, at once: they have one version, and whoever
// changes the next of them before they were read again would be told of somebody else.
import { emailSettings as calls, type EmailSettings } from '@padron/contract/email-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { notify } from '../../api/notify.ts'
import { CallerContext } from '../../api/use-call.ts'

/** For what to do when a change worked; says the row's `done`. */
export const useKeepSettings = (): ((reply: { emailSettings: EmailSettings }) => void) => {
  const queries = useQueryClient()
  const caller = useContext(CallerContext)
  return (reply) => {
    queries.setQueryData([caller, calls.read.name, {}], reply)
    notify('done', calls.save.done)
  }
}
