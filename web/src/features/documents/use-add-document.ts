// What the form of a new document holds and does. What was typed is kept as a draft; a file cannot be.
import { FILE_NEEDED, TYPE_NEEDED } from '@padron/contract/document-rules'
import { documents, NAME_OF_DOCUMENT_AT_MOST, type TypeFields } from '@padron/contract/documents'
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { uploadForm } from '../../api/upload.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { faultsOf, placed, placeOf, textOf } from './field-values.ts'
import { fileFault } from './file-fault.ts'
import { type Faults, reasonOf, refusals } from './refusals.ts'
import { useFaults } from './use-faults.ts'
import { useSending } from './use-sending.ts'

const Draft = z.object({
  documentTypeId: z.nullable(z.int()),
  name: z.string(),
  texts: z.record(z.string(), z.string()),
})
export type AddValues = z.infer<typeof Draft>
const EMPTY: AddValues = { documentTypeId: null, name: '', texts: {} }
const readDraft = (kept: unknown): AddValues | undefined => {
  const read = z.safeParse(Draft, kept)
  return read.success ? read.data : undefined
}
const isEmpty = ({ name, texts }: AddValues): boolean =>
  name === '' && Object.values(texts).every((text) => text === '')

const PLACES = { type: 'document.DocumentTypeId', name: 'document.DocumentName', file: 'file' } as const

/** The file's own name without its ending: what a document is called until somebody says otherwise. */
const nameOf = ({ name }: File): string => name.replace(/\.[^.]+$/, '').slice(0, NAME_OF_DOCUMENT_AT_MOST)

const useValues = (vehicleAssetId: number, wantedType: number | undefined) => {
  const { userId } = useUser()
  const { found, keep } = useDraft(userId, `document-${vehicleAssetId}`, readDraft)
  const [values, setValues] = useState<AddValues>(() => {
    const begin = found ?? EMPTY
    return wantedType === undefined ? begin : { ...begin, documentTypeId: wantedType }
  })
  useEffect(() => keep(isEmpty(values) ? undefined : values), [values, keep])
  return { values, setValues, recovered: found !== undefined, forget: () => keep(undefined) }
}

type Options = {
  vehicleAssetId: number
  types: readonly TypeFields[]
  /** Of which type one is wanted. */
  wantedType: number | undefined
  onDone: () => void
}

export const useAddDocument = ({ vehicleAssetId, types, wantedType, onDone }: Options) => {
  const { values, setValues, recovered, forget } = useValues(vehicleAssetId, wantedType)
  const [file, setFile] = useState<File>()
  const form = useFaults()
  const sending = useSending()
  const type = types.find(({ documentTypeId }) => documentTypeId === values.documentTypeId)
  const fields = type?.docFields ?? []

  const wrongNow = (): Faults => ({
    ...(type ? undefined : { [PLACES.type]: TYPE_NEEDED }),
    ...(file ? undefined : { [PLACES.file]: FILE_NEEDED }),
    ...faultsOf(fields, values.texts),
  })
  const save = async (): Promise<void> => {
    const wrong = wrongNow()
    if (Object.keys(wrong).length > 0 || !type || !file) return form.refuse(wrong)
    form.clear()
    const DocumentName = values.name.trim() || nameOf(file)
    const body = {
      document: { DocumentTypeId: `${type.documentTypeId}`, VehicleAssetId: `${vehicleAssetId}`, DocumentName },
      documentInfo: fields.map((field) => ({
        DocumentFieldId: `${field.documentFieldId}`,
        Value: textOf(values.texts, field),
      })),
    }
    const ended = await sending.send(documents.create, DocumentName, (way) =>
      uploadForm(documents.create, body, file, way),
    )
    if (ended.how === 'sent') {
      forget()
      onDone()
    }
    if (ended.how === 'failed')
      form.refuse(placed(refusals(ended.error), 'documentInfo', fields), reasonOf(ended.error, documents.create))
  }
  return {
    ...form,
    places: PLACES,
    values,
    recovered,
    file,
    fields,
    sending,
    save,
    setType: (documentTypeId: number | null): void => {
      setValues((now) => ({ ...now, documentTypeId }))
      form.clear()
    },
    setName: (name: string): void => {
      setValues((now) => ({ ...now, name }))
      form.mend(PLACES.name)
    },
    setText: (documentFieldId: number, text: string): void => {
      setValues((now) => ({ ...now, texts: { ...now.texts, [documentFieldId]: text } }))
      form.mend(placeOf(documentFieldId))
    },
    take: (next: File): void => {
      const fault = fileFault(next)
      if (fault) {
        form.refuse({ [PLACES.file]: fault })
        return
      }
      // The name of the file before goes with it.
      setValues((now) =>
        now.name === '' || (file && now.name === nameOf(file)) ? { ...now, name: nameOf(next) } : now,
      )
      setFile(next)
      form.mend(PLACES.file)
    },
    refuseFile: (fault: string): void => form.refuse({ [PLACES.file]: fault }),
  }
}
