// What the form of a document type does with its values: what is wrong with them, and the saving.
import { type DocumentType, documentTypes } from '@padron/contract/documents'
import { useState } from 'react'
import {
  CHECK_FIELDS,
  type Faults,
  formRefusalText,
  isFormRefusal,
  isGone,
  isOutdated,
  refusedFields,
} from '../../api/form-refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { GONE_TYPE } from './conflict-words.ts'
import { typeChanges } from './type-changes.ts'
import {
  type FieldValues,
  faultsOf,
  fieldsOf,
  moved,
  newField,
  type TypeValues,
  withoutUnknown,
} from './type-values.ts'
import { useTypeValues } from './use-type-values.ts'

const OUTDATED =
  'Otra persona cambió este tipo mientras usted lo editaba. Lo que escribió sigue aquí; revíselo y guarde.'

/** @param onReload the types are asked again: somebody changed this one */
export const useTypeForm = (type: DocumentType | undefined, onDone: () => void, onReload: () => void) => {
  const { values, setValues, touched, recovered, base, conflict, version, restart, forget } = useTypeValues(type)
  const [faults, setFaults] = useState<Faults>({})
  const [said, say] = useState<string>()
  /** Counts the refusals: each brings the focus to the first wrong field. */
  const [refused, setRefused] = useState(0)
  const create = useAction(documentTypes.create, {
    told: (error) => isFormRefusal(error) && formRefusalText(error, documentTypes.create),
  })
  const update = useAction(documentTypes.update, {
    told: (error) => (isFormRefusal(error) || isGone(error)) && formRefusalText(error, documentTypes.update),
  })
  const busy = create.isPending || update.isPending

  const refuse = (wrong: Faults, text: string): void => {
    setFaults(wrong)
    say(text)
    setRefused((times) => times + 1)
  }
  const failed = (error: unknown): void => {
    if (isOutdated(error) || isGone(error)) {
      onReload()
      say(isGone(error) ? GONE_TYPE : OUTDATED)
      return
    }
    const wrong = refusedFields(error)
    refuse(
      wrong,
      Object.keys(wrong).length > 0
        ? CHECK_FIELDS
        : formRefusalText(error, type ? documentTypes.update : documentTypes.create),
    )
  }
  const send = async (): Promise<unknown> => {
    const DocumentTypeName = values.documentTypeName.trim()
    const fields = fieldsOf(values)
    if (!type) return create.mutateAsync({ body: { documentType: { DocumentTypeName }, fields } })
    const documentType = { DocumentTypeId: type.documentTypeId, DocumentTypeName, version }
    return update.mutateAsync({ body: { documentType, fields } }).catch((error: unknown) => {
      const known = withoutUnknown(fields, refusedFields(error))
      if (!known) throw error
      return update.mutateAsync({ body: { documentType, fields: known } })
    })
  }
  const change = (patch: (now: TypeValues) => TypeValues): void => {
    setValues(patch)
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
    /** What somebody else changed, where it would be undone by saving; not one's own, which is there before the form is gone. */
    changes: conflict && !busy ? typeChanges(base, conflict) : undefined,
    restart: (): void => {
      restart()
      setFaults({})
      say(undefined)
    },
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
