// The form of a user, new or edited: what is typed, what is wrong with it, and the sending. Whatever fails, what was typed
// stays.
import { type UserRow, users } from '@padron/contract/users'
import { useMemo, useState } from 'react'
import { ApiError, statusOf } from '../../api/api-error.ts'
import { ask } from '../../api/client.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { isPressing } from '../../lib/is-pressing.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { useIfMounted, useIsMounted } from '../../lib/use-is-mounted.ts'
import { useCan } from '../../session/user-context.ts'
import type { Credentials } from './credentials-file.ts'
import { useUserDraft } from './use-user-draft.ts'
import {
  differing,
  EMPTY,
  type Faults,
  FIELDS,
  faultIn,
  faultsIn,
  newUser,
  pick,
  refusals,
  trimmed,
  type UserField,
  type UserValues,
  userChange,
  valuesOf,
} from './user-values.ts'
import { actionFailure } from './user-words.ts'

/** The only time it is shown nobody was there. */
export const PASSWORD_UNSEEN =
  'El usuario se creó, pero su contraseña no llegó a mostrarse: dele una nueva con «Restablecer contraseña».'

export type Said = { kind: 'alert' | 'status'; text: string }
type Ends = { onCreated: (credentials: Credentials) => void; onClose: () => void }

const newest = (userId: number): Promise<UserRow | undefined> =>
  ask(users.list, { body: { userClass: { user: { userId } } } }).then(
    (reply) => reply.users[0],
    () => undefined,
  )

/** @param row the user to edit, as the list shows them; undefined for a new one */
export const useUserForm = (row: UserRow | undefined, { onCreated, onClose }: Ends) => {
  const withTags = useCan('tags_read')
  const draft = useUserDraft(row?.user.userId)
  const [stored, setStored] = useState(row)
  const before = useMemo(() => (stored ? valuesOf(stored) : EMPTY), [stored])
  const [values, setValues] = useState<UserValues>(() => ({ ...before, ...draft.found }))
  const [faults, setFaults] = useState<Faults>({})
  const [said, say] = useState<Said | undefined>(() =>
    differing(before, values).length ? { kind: 'status', text: 'Se recuperó lo que no había guardado.' } : undefined,
  )
  /** The row as somebody else left it meanwhile. */
  const [conflict, setConflict] = useState<UserRow>()
  /** Counts the refusals: each brings the focus to the first wrong field. */
  const [refused, setRefused] = useState(0)
  const { busy, run } = useBusy()
  const end = useIfMounted(onClose)
  const isMounted = useIsMounted()
  const create = useAction(users.create, {
    // In the dialog: behind it nobody would see a notice.
    told: (error) => actionFailure(error, users.create),
    about: values.username || undefined,
    worked: (reply) => {
      draft.keep({})
      if (isMounted.current) onCreated(reply)
      else notify('warning', PASSWORD_UNSEEN, { about: reply.userName })
    },
  })
  const edit = useAction(users.edit, {
    told: (error) => actionFailure(error, users.edit),
    about: row?.user.username,
    worked: () => {
      notify('done', users.edit.done)
      draft.keep({})
      end()
    },
  })

  const set = (next: UserValues): void => {
    setValues(next)
    draft.keep(pick(next, differing(before, next)))
    say(undefined)
  }
  const refuse = (wrong: Faults, text: string): void => {
    setFaults(wrong)
    setRefused((times) => times + 1)
    say({ kind: 'alert', text })
  }
  const failed = async (error: unknown): Promise<void> => {
    const wrong = refusals(error instanceof ApiError ? error.problem?.errors : undefined)
    if (stored && statusOf(error) === 409 && !Object.keys(wrong).length) {
      const now = await newest(stored.user.userId)
      if (now && now.user.version !== stored.user.version) return setConflict(now)
    }
    refuse(wrong, actionFailure(error, stored ? users.edit : users.create))
  }
  const send = (clean: UserValues, changed: readonly UserField[]) =>
    stored
      ? edit.mutateAsync({
          body: {
            userClassFilter: { user: { userId: stored.user.userId, version: stored.user.version } },
            userClass: userChange(clean, changed),
          },
        })
      : create.mutateAsync({ body: newUser(clean, withTags) })

  return {
    values,
    faults,
    said,
    busy,
    /** A user is being made, whose password is seen once. */
    creating: busy && !stored,
    refused,
    conflict,
    before,
    stored,
    changed: differing(before, trimmed(values)),
    put: <F extends UserField>(field: F, value: UserValues[F]): void => {
      const next = { ...values, [field]: value }
      set(next)
      // What was wrong is looked at again with each letter, what was not only when the field is left.
      if (faults[field]) setFaults({ ...faults, [field]: faultIn(field, next, stored && before) })
    },
    check: (field: UserField): void => {
      if (isPressing()) return
      const touched = differing(before, trimmed(values)).includes(field)
      if (touched) setFaults({ ...faults, [field]: faultIn(field, values, stored && before) ?? undefined })
    },
    clear: (): void => {
      set(before)
      setFaults({})
    },
    discard: (): void => draft.keep({}),
    /** Takes the newest values, and keeps over them what was typed here. */
    takeNewest: (now: UserRow): void => {
      const typed = pick(values, differing(before, values))
      const merged = { ...valuesOf(now), ...typed }
      setStored(now)
      setValues(merged)
      draft.keep(pick(merged, differing(valuesOf(now), merged)))
      setFaults({})
      setConflict(undefined)
      say({ kind: 'status', text: 'Se cargaron los valores más recientes; lo que usted escribió sigue aquí.' })
    },
    save: () => {
      const clean = trimmed(values)
      const changed = differing(before, clean)
      setValues(clean)
      if (stored && !changed.length) return say({ kind: 'status', text: 'No hay cambios que guardar.' })
      const wrong = faultsIn(stored ? changed : FIELDS, clean, stored && before)
      if (Object.keys(wrong).length) return refuse(wrong, 'Revise los campos marcados.')
      setFaults({})
      say(undefined)
      return run(() => send(clean, changed).then(() => {}, failed))
    },
  }
}
export type UserForm = ReturnType<typeof useUserForm>
