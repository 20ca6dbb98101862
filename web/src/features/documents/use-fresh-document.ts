// The addresses of a document's file are signed for a quarter of an hour: older ones are asked for anew before they are used.
import type { Document } from '@padron/contract/documents'
import { useCallback } from 'react'

const STILL_GOOD_MS = 12 * 60_000

type List = {
  dataUpdatedAt: number
  refetch: () => Promise<{ isError: boolean; data?: { documentList: readonly Document[] } | undefined }>
}

/** @returns undefined where the document is gone, or could not be asked for */
export const useFreshDocument = ({ dataUpdatedAt, refetch }: List) =>
  useCallback(
    async (document: Document): Promise<Document | undefined> => {
      if (Date.now() - dataUpdatedAt < STILL_GOOD_MS) return document
      const { isError, data } = await refetch()
      // What was there before is what comes with a failure.
      return isError ? undefined : data?.documentList.find(({ documentId }) => documentId === document.documentId)
    },
    [dataUpdatedAt, refetch],
  )
