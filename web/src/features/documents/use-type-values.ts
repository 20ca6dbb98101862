// What is typed in the form of a document type, kept as a draft together with what it began from: the type may have become
// another one since.
import type { DocumentType } from '@padron/contract/documents'
import { useEffect, useState } from 'react'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { EMPTY, isSame, readDraft, type TypeDraft, valuesOf } from './type-values.ts'

const beginning = (type: DocumentType | undefined): TypeDraft => {
  const values = type ? valuesOf(type) : EMPTY
  return { values, base: values, version: type?.version ?? 0 }
}

/** @param type as it is stored now; undefined: a new one */
export const useTypeValues = (type: DocumentType | undefined) => {
  const { userId } = useUser()
  const { found, keep } = useDraft(userId, `document-type-${type?.documentTypeId ?? 'new'}`, readDraft)
  const [draft, setDraft] = useState(found ?? (() => beginning(type)))
  const [recovered, setRecovered] = useState(found !== undefined)
  const { values, base, version } = draft
  const touched = !isSame(values, base)
  const stored = type && valuesOf(type)
  const conflict = stored && type.version !== version && !isSame(base, stored) ? stored : undefined
  useEffect(() => keep(touched ? draft : undefined), [draft, touched, keep])
  const restart = (): void => {
    setDraft(beginning(type))
    setRecovered(false)
  }
  // Nothing typed is lost: what is new is simply shown.
  if (conflict && !touched) restart()
  return {
    values,
    touched,
    recovered,
    base,
    /** What is stored by now, where somebody else changed the name or the fields since the form began. */
    conflict,
    /** The version that was looked at: with a conflict, the one that is shown beside the form. */
    version: conflict || (stored && isSame(base, stored)) ? (type?.version ?? 0) : version,
    setValues: (patch: (now: TypeDraft['values']) => TypeDraft['values']): void => {
      setDraft((now) => ({ ...now, values: patch(now.values) }))
      setRecovered(false)
    },
    /** What was typed goes; what is stored is shown. */
    restart,
    forget: () => keep(undefined),
  }
}
