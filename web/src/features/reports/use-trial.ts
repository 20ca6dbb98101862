// 'Enviar prueba a mi correo': of a report that there is, or of one that is being written.
import type { Report, ReportDefinition } from '@padron/contract/report-definition'
import { reports as calls } from '@padron/contract/reports'
import { notify } from '../../api/notify.ts'
import { useMailboxAction } from '../../session/use-mailbox.ts'
import { definitionOf } from './definition.ts'
import { useTold } from './use-told.ts'

export const useTrial = () => {
  const action = useMailboxAction()
  const { mutate, isPending } = useTold(calls.test, ({ message }) => notify('done', message, { action }))
  return {
    busy: isPending,
    send: (report: Report): void => mutate({ body: definitionOf(report) }),
    sendDefinition: (body: ReportDefinition): void => mutate({ body }),
  }
}
