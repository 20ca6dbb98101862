// A plate or a VIN by the camera: its bar code or QR code is read where the browser can. Otherwise a photo stands
// beside the field where it is typed: characters are not guessed from a picture (decision 077).
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type CodeReader, codeReader } from '../../lib/code-reader.ts'
import { identifierIn } from '../../lib/identifier-in.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import './camera.css'

const TEXTS = {
  starting: 'Abriendo la cámara…',
  live: 'Apunte al código de barras o QR: del marco de la puerta, del tablero o de la tarjeta de circulación.',
  noReader: 'Este navegador no lee códigos: tome una foto y escriba junto a ella la placa o el VIN.',
  refused: 'El navegador no dio permiso de usar la cámara. Puede tomar una foto, o escribir la placa o el VIN.',
  noCamera: 'La cámara no se pudo abrir. Puede tomar una foto, o escribir la placa o el VIN.',
  noCode: 'En la foto no se leyó ningún código con una placa o un VIN: escríbalo.',
} as const
type State = keyof typeof TEXTS

const EVERY_MS = 250
const SHOWN_AT_MOST = 40
const shortened = (text: string): string => (text.length > SHOWN_AT_MOST ? `${text.slice(0, SHOWN_AT_MOST)}…` : text)

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

const openCamera = async (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
  })

/** Shows the camera and reads what it sees, until it is closed. */
const useCamera = (reader: CodeReader | undefined, onTexts: (texts: readonly string[]) => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'starting' | 'live' | 'refused' | 'noCamera'>('starting')
  const handleTexts = useEffectEvent((texts: readonly string[]): void => onTexts(texts))
  useEffect(() => {
    if (!reader) return
    let isOver = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
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
  }, [reader])
  return { video, state }
}

/** What is seen in a photo, and its picture. */
const usePhoto = () => {
  const [url, setUrl] = useState<string>()
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])
  return { url, show: (photo: Blob): void => setUrl(URL.createObjectURL(photo)) }
}

type Props = {
  /** A plate or a VIN, read or typed. */
  onFound: (identifier: string) => void
  onClose: () => void
}

const Content = ({ reader, onFound }: { reader: CodeReader | undefined } & Pick<Props, 'onFound'>) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [other, setOther] = useState<string>()
  const [photoState, setPhotoState] = useState<State>()
  const photo = usePhoto()
  const read = (texts: readonly string[]): boolean => {
    const found = texts.map(identifierIn).find((one) => one !== undefined)
    if (found) onFound(found)
    else setOther(texts[0])
    return found !== undefined
  }
  const { video, state } = useCamera(photo.url ? undefined : reader, read)
  const take = async (taken: File): Promise<void> => {
    const picture = reader && (await createImageBitmap(taken).catch(() => undefined))
    const texts = picture && reader ? await reader(picture) : []
    picture?.close()
    if (texts.length > 0 && read(texts)) return
    photo.show(taken)
    setPhotoState(reader ? 'noCode' : 'noReader')
    field.current?.focus()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const typed = field.current?.value.trim()
    if (typed) onFound(typed)
    else field.current?.focus()
  }
  const isLive = reader && !photo.url && (state === 'starting' || state === 'live')
  return (
    <form className="camera stack gap-12" onSubmit={submit} noValidate>
      <p role="status" className="muted">
        {TEXTS[photoState ?? (reader ? state : 'noReader')]}
        {other && !photoState && ` Se leyó «${shortened(other)}», que no es una placa ni un VIN.`}
      </p>
      {isLive && <video ref={video} className="camera__picture" muted playsInline aria-label="Lo que ve la cámara" />}
      {photo.url && <img className="camera__picture" src={photo.url} alt="La foto tomada" />}
      <div className="row-wrap gap-8">
        <input
          id={id}
          className="visually-hidden"
          type="file"
          accept="image/*"
          capture="environment"
          onChange={({ target }) => {
            const [taken] = target.files ?? []
            if (taken) void take(taken)
            target.value = ''
          }}
        />
        <label htmlFor={id} className="button">
          <Icon name="camera" size={16} />
          {photo.url ? 'Tomar otra foto' : 'Tomar foto'}
        </label>
      </div>
      <label className="field">
        <span>Placa o VIN</span>
        <input
          ref={field}
          type="text"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={50}
        />
      </label>
      <Button label="Buscar" kind="primary" type="submit" />
    </form>
  )
}

export const CameraDialog = ({ onFound, onClose }: Props) => {
  // Null until it is known whether there is one.
  const [reader, setReader] = useState<{ read: CodeReader | undefined } | null>(null)
  useEffect(() => {
    let here = true
    void codeReader().then((read) => here && setReader({ read }))
    return () => {
      here = false
    }
  }, [])
  return (
    <Dialog title="Leer con la cámara" onClose={onClose}>
      {reader && <Content reader={reader.read} onFound={onFound} />}
    </Dialog>
  )
}
