// The device's camera, active until the dialog closes or a photo is taken, with the codes that it reads.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CodeReader } from '../../lib/code-reader.ts'

const EVERY_MS = 250

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

const openCamera = async (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
  })

type Options = {
  isOn: boolean
  /** Undefined: no codes are read. */
  reader: CodeReader | undefined
  onTexts: (texts: readonly string[]) => void
}

export const useCamera = ({ isOn, reader, onTexts }: Options) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'starting' | 'live' | 'refused' | 'noCamera'>('starting')
  const handleTexts = useEffectEvent((texts: readonly string[]): void => onTexts(texts))
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      if (!reader) return
      const texts = video.current ? await reader(video.current) : []
      if (isOver) return
      if (texts.length > 0) handleTexts(texts)
      timer = setTimeout(() => void look(), EVERY_MS)
    }
    const start = async (): Promise<void> => {
      const opened = await openCamera()
      if (isOver || !video.current) return stop(opened)
      stream = opened
      video.current.srcObject = opened
      await video.current.play()
      if (isOver) return
      setState('live')
      await look()
    }
    void start().catch((error: unknown) => {
      if (!isOver) setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'noCamera')
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      if (stream) stop(stream)
    }
  }, [isOn, reader])
  return { video, state }
}
