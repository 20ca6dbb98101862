// 'Enviar prueba a mi correo': of a stored report, or of one that is being edited.
import { reports as calls } from '@padron/contract/reports'
import type { ReportDefinition } from '@padron/contract/reports/definition'
import { notify } from '../../api/notify.ts'
import { useNoticeAction } from '../../api/use-notice-action.ts'
import { useMailboxAction } from '../../session/use-mailbox.ts'

export const useTrial = () => {
  const action = useMailboxAction()
  const { mutate, isPending } = useNoticeAction(calls.test, ({ message }) => notify('done', message, { action }))
  const send = (definition: ReportDefinition, reportId: number | undefined): void =>
    mutate({ body: { ...definition, reportId } })
  return { busy: isPending, send }
}
