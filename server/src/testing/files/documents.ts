// Documents for tests, sent as a browser sends them, and their types.
import type { Document, DocumentType } from '@padron/contract/documents/shapes'
import type { Somebody, TestServer } from '../server.ts'
import { PDF } from './proof-files.ts'
import { formOf } from './workbooks.ts'

export const TYPES = '/api/v2/documentType'
export const DOCUMENTS = '/api/v2/document'

export type FieldInput = {
  DocumentFieldId?: number
  FieldName: string
  DocumentDataTypeId: number
  FieldRequiered?: boolean
  FieldRegex?: string
  FieldExpiry?: boolean
}
export const EXPIRY: FieldInput = { FieldName: 'Vigencia', DocumentDataTypeId: 3, FieldExpiry: true }

export type DocumentInput = {
  vehicle: number | string
  type: number | string
  values?: readonly (readonly [number | string, string])[]
  name?: string
  file?: Buffer | null
  fileName?: string
}

/** The calls of documents as somebody makes them. */
export const documentCalls = (server: TestServer, who: Somebody) => {
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown) =>
    server.ask(who, {
      method,
      url,
      ...(payload === undefined
        ? {}
        : { payload: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }),
    })
  const makeType = (DocumentTypeName: string, fields: readonly FieldInput[] = []) =>
    ask('POST', TYPES, { documentType: { DocumentTypeName }, fields })
  const types = async (): Promise<DocumentType[]> =>
    ((await ask('GET', TYPES)).body as { documentList: DocumentType[] }).documentList
  const typeOf = async (id: number): Promise<DocumentType> => {
    const found = (await types()).find(({ documentTypeId }) => documentTypeId === id)
    if (!found) throw new Error('no such type')
    return found
  }
  const type = async (name: string, fields: readonly FieldInput[] = []): Promise<DocumentType> => {
    const { status, body } = await makeType(name, fields)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return typeOf((body as { documentTypeId: number }).documentTypeId)
  }
  const infos = (values: DocumentInput['values'] = []) =>
    Object.fromEntries(
      values.flatMap(([field, value], n) => [
        [`documentInfo[${n}][DocumentFieldId]`, String(field)],
        [`documentInfo[${n}][Value]`, value],
      ]),
    )
  const send = ({ vehicle, type: typeId, values, name, file = PDF, fileName = 'poliza.pdf' }: DocumentInput) =>
    server.ask(who, {
      method: 'POST',
      url: DOCUMENTS,
      ...formOf({
        ...(file ? { file } : {}),
        fileName,
        fields: {
          'document[DocumentTypeId]': String(typeId),
          'document[VehicleAssetId]': String(vehicle),
          ...(name === undefined ? {} : { 'document[DocumentName]': name }),
          ...infos(values),
        },
      }),
    })
  const replace = (
    id: number,
    version: number,
    { file = PDF, fileName = 'nueva.pdf', values }: Partial<DocumentInput> = {},
  ) =>
    server.ask(who, {
      method: 'POST',
      url: `${DOCUMENTS}/${id}/file`,
      ...formOf({ ...(file ? { file } : {}), fileName, fields: { version: String(version), ...infos(values) } }),
    })
  const list = async (vehicle: number): Promise<Document[]> =>
    ((await ask('GET', `${DOCUMENTS}?vehicleAssetId=${vehicle}`)).body as { documentList: Document[] }).documentList
  /** Sends one that is right. */
  const create = async (sent: DocumentInput & { vehicle: number }): Promise<Document> => {
    const { status, body } = await send(sent)
    const found =
      status === 200 &&
      (await list(sent.vehicle)).find(({ documentId }) => documentId === (body as { documentId: number }).documentId)
    if (!found) throw new Error(JSON.stringify(body))
    return found
  }
  return { ask, makeType, types, typeOf, type, send, replace, list, create }
}
export type DocumentCalls = ReturnType<typeof documentCalls>

export const readTitle = ({ body }: { body: unknown }): string => (body as { title: string }).title
export const errorsOf = ({ body }: { body: unknown }): string[] =>
  ((body as { errors?: { path: string; message: string }[] }).errors ?? []).map(
    ({ path, message }) => `${path}: ${message}`,
  )
