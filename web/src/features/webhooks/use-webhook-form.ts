// A webhook as it is being written: the draft, what is wrong with it once it was sent, and saving. A new one that is not saved is kept in
// this browser.
import { webhooks as calls, type Webhook } from '@padron/contract/webhooks'
import { type RefObject, useEffect, useState } from 'react'
import { fieldFaults, isOfFields } from '../../api/field-faults.ts'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText, saidOf } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useIfMounted, useIsMounted } from '../../lib/use-is-mounted.ts'
import { useUser } from '../../session/user-context.ts'
import {
  bodyOf,
  draftOf,
  faultsOf,
  isSame,
  NEW_DRAFT,
  readDraft,
  WEBHOOK_FIELDS,
  type WebhookDraft,
  type WebhookFaults,
} from './webhook-form.ts'

export type Secret = Pick<Webhook, 'name' | 'url'> & {
  secret: string /** The one before still signs for a day. */
  renewed: boolean
}

/** Said of a secret that came when its dialog was left. */
export const UNSEEN_SECRET = 'El secreto no llegó a mostrarse: cámbielo desde el menú del webhook para tener uno.'

type Ends = { onSaved: () => void; onMade: (made: Secret) => void }

/** Its words stand in the form. */
const isTold = (error: Error): boolean => isRefusal(error) || isOfFields(error, WEBHOOK_FIELDS)

export const useWebhookForm = (
  webhook: Webhook | undefined,
  element: RefObject<HTMLFormElement | null>,
  { onSaved, onMade }: Ends,
) => {
  const { userId } = useUser()
  const { found, keep } = useDraft(userId, 'new-webhook', readDraft)
  const [first] = useState(() => (webhook ? draftOf(webhook) : NEW_DRAFT))
  const [draft, setDraft] = useState<WebhookDraft>(webhook ? first : found)
  const [sent, setSent] = useState(false)
  const isMounted = useIsMounted()
  const saved = useIfMounted(onSaved)
  const create = useAction(calls.create, {
    told: (failed) => isTold(failed) && saidOf(failed, calls.create),
    worked: ({ webhook: { name, url }, secret }) => {
      keep(undefined)
      notify('done', calls.create.done, { about: name })
      if (!isMounted.current) return notify('warning', UNSEEN_SECRET, { about: name })
      onMade({ name, url, secret, renewed: false })
    },
  })
  const edit = useAction(calls.edit, {
    told: (failed) => isTold(failed) && saidOf(failed, calls.edit),
    about: webhook?.name,
  })
  const error = webhook ? edit.error : create.error
  const refused = fieldFaults(error, WEBHOOK_FIELDS)
  const faults: WebhookFaults = { ...refused, ...(sent ? faultsOf(draft) : {}) }
  const busy = create.isPending || edit.isPending
  const focusWrong = (): void =>
    void requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  const isNew = webhook === undefined
  useEffect(() => {
    if (isNew) keep(isSame(draft, NEW_DRAFT) ? undefined : draft)
  }, [isNew, draft, keep])
  const put = (patch: Partial<WebhookDraft>): void => {
    // Setting back what runs would let it be sent twice.
    if (busy) return
    setDraft({ ...draft, ...patch })
    create.reset()
    edit.reset()
  }
  const save = async (): Promise<void> => {
    setSent(true)
    const body = bodyOf(draft)
    if (busy) return
    if (!body) return focusWrong()
    if (!webhook) return void (await create.mutateAsync({ body }).catch(focusWrong))
    const { webhookId, version } = webhook
    await edit
      .mutateAsync({ params: { webhookId: `${webhookId}` }, body: { ...body, version } })
      .then(saved, focusWrong)
  }
  return {
    draft,
    faults,
    busy,
    /** What was refused of none of its fields. */
    error: Object.keys(refused).length ? undefined : refusalText(error),
    changed: !isSame(draft, first),
    put,
    save,
    forget: () => {
      if (isNew) keep(undefined)
    },
  }
}
export type WebhookForm = ReturnType<typeof useWebhookForm>
