// On and off, at once; the notice takes it back. Each shows what the product says until the list has come again.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import { useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'

export const useSwitchAlert = () => {
  const sent = useRef(new Set<number>())
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set())
  const { mutateAsync } = useAction(calls.edit, {
    told: isRefusal,
    worked: ({ name, active }) => notify('done', active ? 'Alerta activada' : 'Alerta apagada', { about: name }),
  })
  const switchTo = (alert: Alert, active: boolean): void => {
    const { alertId, name, view, measure, threshold, mails, version } = alert
    if (sent.current.has(alertId)) return
    const mark = (): void => setPending(new Set(sent.current))
    sent.current.add(alertId)
    mark()
    const body = { name, viewId: view.viewId, measure, threshold, mails, active, version }
    mutateAsync({ params: { alertId: `${alertId}` }, body })
      .catch((error: Error) => {
        const said = refusalText(error)
        if (said) notify('warning', said, { about: name })
      })
      .finally(() => {
        sent.current.delete(alertId)
        mark()
      })
  }
  return { pending, switchTo }
}
export type AlertSwitching = ReturnType<typeof useSwitchAlert>
