// Uploads PDFs, a few at a time, each with its progress; a refused one stays in the list with the reason.
import { CAPTURE_FILE_BYTES } from '@padron/contract/captures'
import { captureReadings, READINGS_AT_MOST } from '@padron/contract/captures/readings'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { failureText } from '../../../api/notify.ts'
import { upload } from '../../../api/upload.ts'

export type Sending = { key: number; file: File; progress: number; fault?: string }

const AT_ONCE = 2
const NAME_AT_MOST = 200

const faultOf = ({ size, type }: File): string | undefined => {
  if (type !== 'application/pdf') return 'Solo se leen archivos PDF.'
  if (size === 0) return 'El archivo está vacío.'
  return size > CAPTURE_FILE_BYTES ? `Pesa más de ${CAPTURE_FILE_BYTES / 1_000_000} MB.` : undefined
}
const failureOf = (error: unknown): string =>
  (error instanceof ApiError && error.status < 500 && error.problem?.title) ||
  failureText(error, captureReadings.upload)

export const useReadingUploads = () => {
  const queries = useQueryClient()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [excess, setExcess] = useState(false)
  const line = useRef<Sending[]>([])
  const running = useRef(0)
  const last = useRef(0)
  const left = useRef(new AbortController())
  useEffect(() => {
    left.current = new AbortController()
    const { current } = left
    return () => current.abort()
  }, [])

  const change = (key: number, patch: Partial<Sending> | undefined): void =>
    setSending((all) => all.flatMap((one) => (one.key !== key ? [one] : patch ? [{ ...one, ...patch }] : [])))
  const send = async ({ key, file }: Sending): Promise<void> => {
    const { signal } = left.current
    try {
      const query = { fileName: file.name.slice(-NAME_AT_MOST) }
      await upload(captureReadings.upload, { query }, file, {
        onProgress: (progress) => change(key, { progress }),
        signal,
      })
      change(key, undefined)
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === captureReadings.list.name })
    } catch (error) {
      if (!signal.aborted) change(key, { fault: failureOf(error) })
    }
  }
  const go = (): void => {
    while (running.current < AT_ONCE) {
      const one = line.current.shift()
      if (!one) return
      running.current += 1
      void send(one).finally(() => {
        running.current -= 1
        if (!left.current.signal.aborted) go()
      })
    }
  }
  return {
    sending,
    excess,
    add: (files: readonly File[]): void => {
      setExcess(files.length > READINGS_AT_MOST)
      const added = files.slice(0, READINGS_AT_MOST).map((file): Sending => {
        last.current += 1
        const fault = faultOf(file)
        return { key: last.current, file, progress: 0, ...(fault && { fault }) }
      })
      setSending((all) => [...all, ...added])
      line.current.push(...added.filter(({ fault }) => !fault))
      go()
    },
    drop: ({ key }: Sending): void => change(key, undefined),
  }
}
