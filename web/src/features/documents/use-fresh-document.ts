// The addresses of a document's file are signed for a quarter of an hour: older ones are asked for anew before they are used.
import type { Reply } from '@padron/contract/call'
import type { Document, DocumentFile, documents } from '@padron/contract/documents'
import { useCallback } from 'react'
import { STILL_GOOD_MS } from '../../lib/address-age.ts'

type List<D> = {
  dataUpdatedAt: number
  refetch: () => Promise<{ isError: boolean; data?: D | undefined }>
}

export const GONE = 'El documento ya no está, o no se pudo abrir. Vuelva a intentarlo.'

/** @returns undefined where it is gone, or could not be asked for */
const fresh = async <D, T>({ dataUpdatedAt, refetch }: List<D>, one: T, find: (data: D) => T | undefined) => {
  if (Date.now() - dataUpdatedAt < STILL_GOOD_MS) return one
  const { isError, data } = await refetch()
  // What was there before is what comes with a failure.
  return isError || data === undefined ? undefined : find(data)
}

export const useFreshDocument = (list: List<Reply<typeof documents.list>>) => {
  const { dataUpdatedAt, refetch } = list
  return useCallback(
    (one: Document) =>
      fresh({ dataUpdatedAt, refetch }, one, ({ documentList }) =>
        documentList.find(({ documentId }) => documentId === one.documentId),
      ),
    [dataUpdatedAt, refetch],
  )
}

/** One of the files that a document has had. */
export const freshFile = (list: List<Reply<typeof documents.files>>, one: DocumentFile) =>
  fresh(list, one, ({ files }) => files.find(({ fileVersion }) => fileVersion === one.fileVersion))
