// The files that prove a capture: validated, then uploaded one by one as they are added, each with its progress.
import {
  CAPTURE_FILE_BYTES,
  CAPTURE_FILE_TYPES,
  CAPTURE_FILES_AT_MOST,
  type CaptureTask,
  captures,
} from '@padron/contract/captures'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { failureText } from '../../api/notify.ts'
import { upload } from '../../api/upload.ts'
import type { SentFile } from './capture/capture-values.ts'

/** A file that is uploading or failed. `final`: the file itself was refused, so retrying does not help. */
export type Pending = { key: number; file: File; progress: number; fault?: string | undefined; final?: boolean }

const NAME_AT_MOST = 200
const isAccepted = (type: string): boolean => CAPTURE_FILE_TYPES.some((known) => known === type)

/** Why a file is not sent. */
const fileFault = ({ size, type }: Pick<File, 'size' | 'type'>): string | undefined => {
  if (!isAccepted(type)) return 'Solo se aceptan archivos PDF, PNG o JPEG.'
  if (size === 0) return 'El archivo está vacío.'
  return size > CAPTURE_FILE_BYTES ? `Pesa más de ${CAPTURE_FILE_BYTES / 1_000_000} MB.` : undefined
}

const failureOf = (error: unknown): string =>
  (error instanceof ApiError && error.status < 500 && error.problem?.title) || failureText(error, captures.upload)

/** Whether the file itself was refused; a timeout or a rate limit can be retried. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

/** Without a resource: the proof of a statement, for several resources. */
type Task = Pick<CaptureTask, 'vehicleAssetId'> & { resourceId?: number }
type Options = { task: Task; sent: readonly SentFile[]; onSent: (file: SentFile) => void }

export const useCaptureFiles = ({ task: { vehicleAssetId, resourceId }, sent, onSent }: Options) => {
  const [pending, setPending] = useState<readonly Pending[]>([])
  const [excess, setExcess] = useState(false)
  /** Object URLs of the images added in this window, by the file's id. */
  const pictures = useRef(new Map<string, string>())
  const ways = useRef(new Map<number, AbortController>())
  const last = useRef(0)

  useEffect(() => {
    const [open, made] = [ways.current, pictures.current]
    return () => {
      for (const way of open.values()) way.abort()
      for (const url of made.values()) URL.revokeObjectURL(url)
    }
  }, [])

  const change = useCallback((key: number, patch: Partial<Pending> | undefined): void => {
    setPending((all) =>
      all.flatMap((one) => {
        if (one.key !== key) return [one]
        return patch ? [{ ...one, ...patch }] : []
      }),
    )
  }, [])

  const send = async (key: number, file: File): Promise<void> => {
    const way = new AbortController()
    ways.current.set(key, way)
    change(key, { fault: undefined, final: false, progress: 0 })
    try {
      const query = {
        vehicleAssetId: `${vehicleAssetId}`,
        ...(resourceId !== undefined && { resourceId: `${resourceId}` }),
        fileName: file.name.slice(-NAME_AT_MOST),
      }
      const onProgress = (progress: number) => change(key, { progress })
      const stored = await upload(captures.upload, { query }, file, { onProgress, signal: way.signal })
      if (file.type.startsWith('image/')) pictures.current.set(stored.fileId, URL.createObjectURL(file))
      change(key, undefined)
      onSent(stored)
    } catch (error) {
      if (!way.signal.aborted) change(key, { fault: failureOf(error), final: isFinal(error) })
    } finally {
      ways.current.delete(key)
    }
  }

  return {
    pending,
    excess,
    uploading: pending.some(({ fault }) => fault === undefined),
    pictureOf: (fileId: string): string | undefined => pictures.current.get(fileId),
    add: (files: readonly File[]): void => {
      const room = Math.max(0, CAPTURE_FILES_AT_MOST - sent.length - pending.length)
      setExcess(files.length > room)
      for (const file of files.slice(0, room)) {
        last.current += 1
        const key = last.current
        const fault = fileFault(file)
        setPending((all) => [...all, { key, file, progress: 0, fault, final: fault !== undefined }])
        if (!fault) void send(key, file)
      }
    },
    retry: ({ key, file }: Pending): void => void send(key, file),
    /** Cancels an upload, or removes a failed file. */
    drop: ({ key }: Pending): void => {
      ways.current.get(key)?.abort()
      setExcess(false)
      change(key, undefined)
    },
  }
}
export type CaptureFiles = ReturnType<typeof useCaptureFiles>
