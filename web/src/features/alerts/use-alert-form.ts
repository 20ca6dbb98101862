// An alert as it is being written: the draft, what is wrong with it once it was sent, and saving. A new one that is not saved is kept
// in this browser.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import { type RefObject, useEffect, useState } from 'react'
import { fieldFaults } from '../../api/field-faults.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import {
  ALERT_FIELDS,
  type AlertDraft,
  type AlertFaults,
  bodyOf,
  draftOf,
  faultsOf,
  isSame,
  newDraft,
  readDraft,
} from './alert-form.ts'

/** What goes on under its own form: what was typed, and after a refusal what was wrong with it. */
export const useAlertForm = (
  alert: Alert | undefined,
  viewId: number | undefined,
  element: RefObject<HTMLFormElement | null>,
  onSaved: () => void,
) => {
  const { userId, country } = useUser()
  const { found, keep } = useDraft(userId, 'new-alert', readDraft)
  const [first] = useState(() => (alert ? draftOf(alert, country) : newDraft(null)))
  const [draft, setDraft] = useState<AlertDraft>(() =>
    alert ? first : { ...(found ?? first), ...(viewId !== undefined && { viewId }) },
  )
  const [sent, setSent] = useState(false)
  const create = useAction(calls.create, { told: refusalText })
  const edit = useAction(calls.edit, { told: refusalText, about: alert?.name })
  const error = alert ? edit.error : create.error
  const faults: AlertFaults = { ...fieldFaults(error, ALERT_FIELDS), ...(sent ? faultsOf(draft) : {}) }
  const busy = create.isPending || edit.isPending
  const focusWrong = (): void =>
    void requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  const isNew = alert === undefined
  useEffect(() => {
    if (isNew) keep(isSame(draft, first) ? undefined : draft)
  }, [isNew, draft, first, keep])
  const forget = (): void => {
    if (isNew) keep(undefined)
  }
  const put = (patch: Partial<AlertDraft>): void => {
    // Setting back what runs would let it be sent twice.
    if (busy) return
    setDraft({ ...draft, ...patch })
    create.reset()
    edit.reset()
  }
  const save = async (): Promise<void> => {
    setSent(true)
    const body = bodyOf(draft, alert?.active ?? true)
    if (busy) return
    if (!body) return focusWrong()
    const saving = alert
      ? edit.mutateAsync({ params: { alertId: `${alert.alertId}` }, body: { ...body, version: alert.version } })
      : create.mutateAsync({ body })
    await saving.then(() => {
      forget()
      onSaved()
    }, focusWrong)
  }
  return {
    draft,
    faults,
    busy,
    /** What was refused of none of its fields. */
    error: Object.keys(fieldFaults(error, ALERT_FIELDS)).length ? undefined : refusalText(error),
    changed: !isSame(draft, first),
    put,
    save,
    forget,
  }
}
export type AlertForm = ReturnType<typeof useAlertForm>
