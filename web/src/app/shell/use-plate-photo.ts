// A photo, and the plates that the server reads in it. Replacing the photo or closing the dialog cancels the request.
import type { Reply } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import { useEffect, useRef, useState } from 'react'
import { upload } from '../../api/upload.ts'
import { uploadFault } from '../../api/upload-fault.ts'
import { fittingPhoto } from '../../lib/fitting-photo.ts'

/** Small enough for a slow mobile network, and more than enough to read a plate. */
const SENT_AT_MOST = 1_500_000

export type PhotoPlates = Reply<typeof catalogue.platesInPhoto>['plates']
type Reading = { is: 'none' | 'reading' } | { is: 'read'; plates: PhotoPlates } | { is: 'failed'; text: string }

export const usePlatePhoto = () => {
  const [url, setUrl] = useState<string>()
  const [reading, setReading] = useState<Reading>({ is: 'none' })
  const current = useRef(new AbortController())
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])
  useEffect(() => () => current.current.abort(), [])

  const next = (): AbortSignal => {
    current.current.abort()
    current.current = new AbortController()
    return current.current.signal
  }
  const show = (photo: Blob): void => {
    // The results of the previous photo do not apply.
    next()
    setReading({ is: 'none' })
    setUrl(URL.createObjectURL(photo))
  }
  const read = async (photo: File): Promise<void> => {
    const signal = next()
    setReading({ is: 'reading' })
    try {
      const fitting = await fittingPhoto(photo, 'placa', SENT_AT_MOST)
      const { plates } = await upload(catalogue.platesInPhoto, {}, fitting, { onProgress: () => undefined, signal })
      if (!signal.aborted) setReading({ is: 'read', plates })
    } catch (error) {
      if (!signal.aborted) setReading({ is: 'failed', text: uploadFault(error, catalogue.platesInPhoto) })
    }
  }
  const clear = (): void => {
    next()
    setUrl(undefined)
    setReading({ is: 'none' })
  }
  return { url, reading, show, read, clear }
}
