// What the form of the letters' look does with its values. What is typed is kept as a draft with what it began from: somebody else
// may save other settings meanwhile.
import { emailSettings as calls, type EmailSettings } from '@padron/contract/email-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formRefusalText, isFormRefusal, isOutdated, refusedFields } from '../../api/form-refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { useFaults } from '../../ui/form/use-faults.ts'
import {
  isSameLetter,
  type LetterValues,
  type LogoChange,
  letterBody,
  letterFaults,
  letterValues,
  readLetterDraft,
  typedSince,
} from './letter-values.ts'
import { useKeepSettings } from './use-keep-settings.ts'

const OUTDATED = 'Otra persona cambió estos ajustes mientras tanto; revise lo suyo y guarde de nuevo.'

/** What is typed, over what is stored by now. */
const useTyped = (stored: LetterValues) => {
  const { userId } = useUser()
  const { found, keep } = useDraft(userId, 'letters', readLetterDraft)
  const [draft, setDraft] = useState(found)
  const values = draft?.values ?? stored
  const touched = !isSameLetter(values, stored)
  useEffect(() => keep(touched ? draft : undefined), [draft, touched, keep])
  return {
    values,
    touched,
    /** What is stored is not what was begun from. */
    outdated: touched && draft !== undefined && !isSameLetter(draft.base, stored),
    change: (patch: Partial<LetterValues>): void =>
      setDraft((now) => ({ values: { ...(now?.values ?? stored), ...patch }, base: now?.base ?? stored })),
    forget: (): void => setDraft(undefined),
    settle: (sent: LetterValues, base: LetterValues): void =>
      setDraft((now) => {
        const values = typedSince(now?.values ?? base, sent, base)
        return isSameLetter(values, base) ? undefined : { values, base }
      }),
  }
}

export const useLetterForm = (settings: EmailSettings) => {
  const queries = useQueryClient()
  const typed = useTyped(letterValues(settings))
  const [logo, setLogo] = useState<LogoChange>()
  const { faults: refused, said, refuse, mend, clear } = useFaults()
  const sent = useRef<{ values: LetterValues; logo: LogoChange }>(undefined)
  const keep = useKeepSettings()
  const save = useAction(calls.save, {
    told: isFormRefusal,
    worked: (reply) => {
      keep(reply)
      if (!sent.current) return
      const { values, logo: sentLogo } = sent.current
      typed.settle(values, letterValues(reply.emailSettings))
      setLogo((now) => (now === sentLogo ? undefined : now))
    },
  })
  const faults = { ...refused, ...letterFaults(typed.values) }

  const failed = (error: unknown): void => {
    if (isOutdated(error)) {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === calls.read.name })
      refuse({}, OUTDATED)
    } else refuse(refusedFields(error), formRefusalText(error, calls.save))
  }
  const discard = (): void => {
    typed.forget()
    setLogo(undefined)
    clear()
  }
  return {
    values: typed.values,
    outdated: typed.outdated,
    touched: typed.touched || logo !== undefined,
    logo,
    faults,
    said,
    busy: save.isPending,
    ready: !save.isPending && Object.keys(letterFaults(typed.values)).length === 0,
    change: (patch: Partial<LetterValues>): void => {
      typed.change(patch)
      mend(...Object.keys(patch))
    },
    setLogo: (next: LogoChange): void => {
      setLogo(next)
      mend('imageB64', 'imageFormat')
    },
    discard,
    save: async (): Promise<void> => {
      clear()
      sent.current = { values: typed.values, logo }
      await save.mutateAsync({ body: letterBody(typed.values, settings, logo) }).catch(failed)
    },
  }
}
export type LetterForm = ReturnType<typeof useLetterForm>
