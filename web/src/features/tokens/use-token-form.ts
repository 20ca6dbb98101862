// A token as it is being made: the draft, kept in this browser until it is made or given up, and what is wrong with it once it was sent.
import { holds, PERMISSIONS, type Permission } from '@padron/contract/permissions'
import { tokens as calls, type Token } from '@padron/contract/tokens'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { fieldFaults, isOfFields } from '../../api/field-faults.ts'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText, saidOf } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { useUser } from '../../session/user-context.ts'
import { bodyOf, faultsOf, isBlank, readDraft, TOKEN_FIELDS, type TokenDraft, type TokenFaults } from './token-form.ts'

export type Made = { token: string; created: Token }

/** The only time it is shown nobody was there. */
const UNSEEN = 'El token se creó, pero no llegó a mostrarse: revóquelo y cree otro.'
/** Its words stand in the form. */
const isTold = (error: Error): boolean => isRefusal(error) || isOfFields(error, TOKEN_FIELDS)

export const useTokenForm = (element: RefObject<HTMLFormElement | null>, onMade: (made: Made) => void) => {
  const { userId, role } = useUser()
  const held = useMemo<readonly Permission[]>(() => PERMISSIONS.filter((one) => holds(role, one)), [role])
  const { found, keep } = useDraft(userId, 'new-token', readDraft(held))
  const [draft, setDraft] = useState(found)
  const [sent, setSent] = useState(false)
  const isMounted = useIsMounted()
  const { mutateAsync, error, isPending, reset } = useAction(calls.create, {
    told: (failed) => isTold(failed) && saidOf(failed, calls.create),
    worked: (made) => {
      keep(undefined)
      notify('done', calls.create.done, { about: made.created.name })
      if (isMounted.current) onMade(made)
      else notify('warning', UNSEEN, { about: made.created.name })
    },
  })
  const refused = fieldFaults(error, TOKEN_FIELDS)
  const faults: TokenFaults = { ...refused, ...(sent ? faultsOf(draft) : {}) }
  useEffect(() => keep(isBlank(draft) ? undefined : draft), [draft, keep])
  const focusWrong = (): void =>
    void requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  const put = (patch: Partial<TokenDraft>): void => {
    // Setting back what runs would let it be sent twice.
    if (isPending) return
    setDraft({ ...draft, ...patch })
    reset()
  }
  const save = async (): Promise<void> => {
    setSent(true)
    const body = bodyOf(draft)
    if (isPending) return
    if (body) await mutateAsync({ body }).catch(focusWrong)
    else focusWrong()
  }
  return {
    held,
    draft,
    faults,
    busy: isPending,
    /** What was refused of none of its fields. */
    error: Object.keys(refused).length ? undefined : refusalText(error),
    changed: !isBlank(draft),
    put,
    save,
    forget: () => keep(undefined),
  }
}
export type TokenForm = ReturnType<typeof useTokenForm>
