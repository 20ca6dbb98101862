// Sending a file to be checked: how much has gone out, then the wait for what is said of it. Only looked at: nothing is
// written, so that it can be called off at any moment.
import { type ImportKind, imports, type Uploaded } from '@padron/contract/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { uploadForm } from '../../api/upload.ts'
import { SESSION_ENDED, uploadFault } from '../../api/upload-fault.ts'
import { KIND_WORDS } from './kinds.ts'

const NAME_AT_MOST = 300

export const useUpload = (kind: ImportKind, onDone: (uploaded: Uploaded) => void) => {
  const queries = useQueryClient()
  /** How much has gone out, from 0 to 1; undefined while nothing is being sent. */
  const [progress, setProgress] = useState<number>()
  const [fault, setFault] = useState<string>()
  const way = useRef<AbortController>(undefined)
  useEffect(() => () => way.current?.abort(), [])

  const send = async (file: File, notifyTo: string): Promise<void> => {
    if (progress !== undefined) return
    const { upload } = KIND_WORDS[kind]
    const sending = new AbortController()
    way.current = sending
    const { signal } = sending
    setFault(undefined)
    setProgress(0)
    const fields = { fileName: file.name.slice(-NAME_AT_MOST), notifyTo, preview: 'true' } as const
    try {
      const uploaded = await uploadForm(upload, fields, file, { onProgress: setProgress, signal })
      setProgress(undefined)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === imports.list.name })
      onDone(uploaded)
    } catch (error) {
      if (signal.aborted) return
      setProgress(undefined)
      const why = uploadFault(error, upload)
      setFault(why)
      // The sign-in page takes this one's place, and says it there.
      if (why === SESSION_ENDED) notify('warning', why)
    }
  }
  const cancel = (): void => {
    way.current?.abort()
    setProgress(undefined)
  }
  return { progress, fault, setFault, send, cancel }
}
