// What the form of a new document holds and does. What was typed is kept as a draft; a file cannot be.
import { FILE_NEEDED, TYPE_NEEDED } from '@padron/contract/document-rules'
import { documents, NAME_OF_DOCUMENT_AT_MOST, type TypeFields } from '@padron/contract/documents'
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { type Faults, refusedFields, uploadRefusalText } from '../../api/form-refusal.ts'
import { uploadForm } from '../../api/upload.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { useFaults } from '../../ui/form/use-faults.ts'
import { useSending } from '../../ui/form/use-sending.ts'
import { faultsOf, placed, placeOf, textOf } from './field-values.ts'
import { useFile } from './use-file.ts'

const Draft = z.object({
  documentTypeId: z.nullable(z.int()),
  /** Null until somebody types one: until then it is the file's. */
  name: z.nullable(z.string()),
  texts: z.record(z.string(), z.string()),
})
export type AddValues = z.infer<typeof Draft>
const EMPTY: AddValues = { documentTypeId: null, name: null, texts: {} }
const readDraft = (kept: unknown): AddValues | undefined => {
  const read = z.safeParse(Draft, kept)
  return read.success ? read.data : undefined
}
const isEmpty = ({ name, texts }: AddValues): boolean => !name && Object.values(texts).every((text) => text === '')

const PLACES = { type: 'document.DocumentTypeId', name: 'document.DocumentName', file: 'file' } as const

/** The file's own name without its ending: what a document is called until somebody says otherwise. */
const nameOf = ({ name }: File): string => name.replace(/\.[^.]+$/, '').slice(0, NAME_OF_DOCUMENT_AT_MOST)

const useValues = (vehicleAssetId: number, wantedType: number | undefined) => {
  const { userId } = useUser()
  const { found, keep } = useDraft(userId, `document-${vehicleAssetId}`, readDraft)
  const begin = (from: AddValues): AddValues =>
    wantedType === undefined ? from : { ...from, documentTypeId: wantedType }
  const [values, setValues] = useState(() => begin(found ?? EMPTY))
  const [recovered, setRecovered] = useState(found !== undefined)
  useEffect(() => keep(isEmpty(values) ? undefined : values), [values, keep])
  return {
    values,
    setValues,
    recovered,
    forget: () => keep(undefined),
    discard: (): void => {
      setValues(begin(EMPTY))
      setRecovered(false)
    },
  }
}

type Options = {
  vehicleAssetId: number
  types: readonly TypeFields[]
  /** Of which type one is wanted. */
  wantedType: number | undefined
  onDone: () => void
}

export const useAddDocument = ({ vehicleAssetId, types, wantedType, onDone }: Options) => {
  const { values, setValues, recovered, forget, discard } = useValues(vehicleAssetId, wantedType)
  const form = useFaults()
  const chosen = useFile(form)
  const { file } = chosen
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
    const DocumentName = values.name?.trim() || nameOf(file)
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
      form.refuse(
        placed(refusedFields(ended.error), 'documentInfo', fields),
        uploadRefusalText(ended.error, documents.create),
      )
  }
  return {
    ...form,
    places: PLACES,
    values,
    name: values.name ?? (file ? nameOf(file) : ''),
    recovered,
    chosen,
    fields,
    sending,
    save,
    discard: (): void => {
      discard()
      form.clear()
    },
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
  }
}
