// What the form of a document type holds and does: its values, kept as a draft, what is wrong with them, and the saving.
import { type DocumentType, documentTypes } from '@padron/contract/documents'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { CHECK_FIELDS, type Faults, isOutdated, isTold, reasonOf, refusals } from './refusals.ts'
import {
  EMPTY,
  type FieldValues,
  faultsOf,
  fieldsOf,
  isSame,
  moved,
  newField,
  readDraft,
  type TypeValues,
  valuesOf,
} from './type-values.ts'

const OUTDATED =
  'Otra persona cambió este tipo mientras usted lo editaba. Lo que escribió sigue aquí: guarde de nuevo para dejarlo así, o descarte sus cambios para ver lo nuevo.'

/** @param type the one that is changed; undefined: a new one */
const useValues = (type: DocumentType | undefined) => {
  const { userId } = useUser()
  const [base] = useState(() => (type ? valuesOf(type) : EMPTY))
  const { found, keep } = useDraft(userId, `document-type-${type?.documentTypeId ?? 'new'}`, readDraft)
  const [values, setValues] = useState(found ?? base)
  const touched = !isSame(values, base)
  useEffect(() => keep(touched ? values : undefined), [values, touched, keep])
  return { values, setValues, touched, found, forget: () => keep(undefined) }
}

/** @param onReload the types are asked again: somebody changed this one */
export const useTypeForm = (type: DocumentType | undefined, onDone: () => void, onReload: () => void) => {
  const { values, setValues, touched, found, forget } = useValues(type)
  const [faults, setFaults] = useState<Faults>({})
  const [said, say] = useState<string>()
  /** Counts the refusals: each brings the focus to the first wrong field. */
  const [refused, setRefused] = useState(0)
  const [recovered, setRecovered] = useState(found !== undefined)
  const create = useAction(documentTypes.create, { told: isTold })
  const update = useAction(documentTypes.update, { told: isTold })
  const busy = create.isPending || update.isPending
  const newest = useRef(type)
  newest.current = type

  const refuse = (wrong: Faults, text: string): void => {
    setFaults(wrong)
    say(text)
    setRefused((times) => times + 1)
  }
  const failed = (error: unknown): void => {
    if (isOutdated(error)) {
      onReload()
      say(OUTDATED)
      return
    }
    const wrong = refusals(error)
    refuse(
      wrong,
      Object.keys(wrong).length > 0
        ? CHECK_FIELDS
        : reasonOf(error, type ? documentTypes.update : documentTypes.create),
    )
  }
  const send = (): Promise<unknown> => {
    const DocumentTypeName = values.documentTypeName.trim()
    const now = newest.current
    if (!now) return create.mutateAsync({ body: { documentType: { DocumentTypeName }, fields: fieldsOf(values) } })
    const known = now.docFields.map(({ documentFieldId }) => documentFieldId)
    const documentType = { DocumentTypeId: now.documentTypeId, DocumentTypeName, version: now.version }
    return update.mutateAsync({ body: { documentType, fields: fieldsOf(values, known) } })
  }
  const change = (patch: (now: TypeValues) => TypeValues): void => {
    setValues(patch)
    setRecovered(false)
    say(undefined)
  }
  const put = (fields: readonly FieldValues[]): void => {
    change((now) => ({ ...now, fields: [...fields] }))
    setFaults({}) // their places changed
  }
  return {
    values,
    touched,
    recovered,
    faults,
    said,
    refused,
    busy,
    forget,
    name: (documentTypeName: string): void => {
      change((now) => ({ ...now, documentTypeName }))
      setFaults(({ 'documentType.DocumentTypeName': _, ...others }) => others)
    },
    setField: (at: number, field: FieldValues): void => {
      change((now) => ({ ...now, fields: now.fields.map((one, i) => (i === at ? field : one)) }))
      setFaults((all) =>
        Object.fromEntries(Object.entries(all).filter(([place]) => !place.startsWith(`fields.${at}.`))),
      )
    },
    add: (): void => put([...values.fields, newField(values)]),
    remove: (at: number): void => put(values.fields.filter((_, i) => i !== at)),
    move: (at: number, by: -1 | 1): void => put(moved(values.fields, at, by)),
    save: async (): Promise<void> => {
      if (busy) return
      const wrong = faultsOf(values)
      if (Object.keys(wrong).length > 0) return refuse(wrong, CHECK_FIELDS)
      setFaults({})
      say(undefined)
      await send().then(() => {
        forget()
        onDone()
      }, failed)
    },
  }
}
export type TypeForm = ReturnType<typeof useTypeForm>
