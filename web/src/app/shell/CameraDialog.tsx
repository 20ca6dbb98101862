// Reads a plate or a VIN with the camera: a bar code or QR code in the browser, if it can; a plate in a photo by the
// server, whose candidates the user confirms (decision 080).
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useIsOffline } from '../../api/offline.ts'
import { type CodeReader, codeReader } from '../../lib/code-reader.ts'
import { drawnPhoto } from '../../lib/fitting-photo.ts'
import { identifierIn } from '../../lib/identifier-in.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useCamera } from './use-camera.ts'
import { type PhotoPlates, usePlatePhoto } from './use-plate-photo.ts'
import './camera.css'

const TEXTS = {
  starting: 'Abriendo la cámara…',
  live:
    'Apunte al código de barras o QR del marco de la puerta, del tablero o de la tarjeta de circulación. Si apunta a ' +
    'la placa, toque «Leer la placa».',
  plateOnly: 'Apunte a la placa y toque «Leer la placa». Este navegador no lee códigos de barras.',
  refused: 'El navegador no dio permiso de usar la cámara. Puede tomar una foto, o escribir la placa o el VIN.',
  noCamera: 'La cámara no se pudo abrir. Puede tomar una foto, o escribir la placa o el VIN.',
  offline: 'Sin conexión no se lee la placa de una foto: escriba junto a ella la placa o el VIN.',
  reading: 'Leyendo la placa de la foto…',
  noPlate: 'En la foto no se leyó ninguna placa: tómela de frente y más de cerca, o escriba la placa o el VIN.',
  plates: '¿Cuál es la placa? Lo que se lee en una foto puede tener errores.',
} as const

const SHOWN_AT_MOST = 40
const shortened = (text: string): string => (text.length > SHOWN_AT_MOST ? `${text.slice(0, SHOWN_AT_MOST)}…` : text)

type Props = {
  /** A plate or a VIN, read or typed. */
  onFound: (identifier: string) => void
  onClose: () => void
}

const Plates = ({ plates, onFound }: { plates: PhotoPlates } & Pick<Props, 'onFound'>) => (
  <ul className="bare row-wrap gap-8" aria-label="Placas leídas en la foto">
    {plates.map(({ plate, isInFleet }) => (
      <li key={plate}>
        <Button
          label={`${plate} · ${isInFleet ? 'en su flota' : 'no está en su flota'}`}
          sends={false}
          onClick={() => onFound(plate)}
        />
      </li>
    ))}
  </ul>
)

const Content = ({ reader, onFound }: { reader: CodeReader | undefined } & Pick<Props, 'onFound'>) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const isOffline = useIsOffline()
  const [other, setOther] = useState<string>()
  const { url, reading, show, read, clear } = usePlatePhoto()
  const takeCodes = (texts: readonly string[]): boolean => {
    const found = texts.map(identifierIn).find((one) => one !== undefined)
    if (found) onFound(found)
    else setOther(texts[0])
    return found !== undefined
  }
  const { video, state } = useCamera({ isOn: !url, reader, onTexts: takeCodes })
  const readPlate = async (photo: File): Promise<void> => {
    show(photo)
    if (isOffline) field.current?.focus()
    else await read(photo)
  }
  const take = async (file: File): Promise<void> => {
    const picture = reader && (await createImageBitmap(file).catch(() => undefined))
    const texts = picture && reader ? await reader(picture) : []
    picture?.close()
    if (texts.length > 0 && takeCodes(texts)) return
    await readPlate(file)
  }
  const takeFrame = async (): Promise<void> => {
    const picture = video.current && (await createImageBitmap(video.current).catch(() => undefined))
    const photo = picture && (await drawnPhoto(picture))
    picture?.close()
    if (photo) await readPlate(new File([photo], 'placa.jpg', { type: photo.type }))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const typed = field.current?.value.trim()
    if (typed) onFound(typed)
    else field.current?.focus()
  }
  const text = (): string => {
    if (!url) return TEXTS[state === 'live' && !reader ? 'plateOnly' : state]
    if (reading.is === 'read') return TEXTS[reading.plates.length > 0 ? 'plates' : 'noPlate']
    if (reading.is === 'failed') return reading.text
    return TEXTS[isOffline ? 'offline' : 'reading']
  }
  const isLive = !url && (state === 'starting' || state === 'live')
  return (
    <form className="camera stack gap-12" onSubmit={submit} noValidate>
      <p role="status" className="muted">
        {text()}
        {other && !url && ` Se leyó «${shortened(other)}», que no es una placa ni un VIN.`}
      </p>
      {isLive && <video ref={video} className="camera__picture" muted playsInline aria-label="Lo que ve la cámara" />}
      {url && <img className="camera__picture" src={url} alt="La foto tomada" />}
      {reading.is === 'read' && reading.plates.length > 0 && <Plates plates={reading.plates} onFound={onFound} />}
      <div className="row-wrap gap-8">
        {isLive && state === 'live' && <Button label="Leer la placa" icon="camera" sends onClick={takeFrame} />}
        {url && <Button label="Volver a la cámara" sends={false} onClick={clear} />}
        <input
          id={id}
          className="visually-hidden"
          type="file"
          accept="image/*"
          capture="environment"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void take(file)
            target.value = ''
          }}
        />
        <label htmlFor={id} className="button">
          <Icon name="camera" size={16} />
          {url ? 'Tomar otra foto' : 'Tomar foto'}
        </label>
      </div>
      {!isOffline && <p className="muted">La foto se envía al servidor para leer su placa, y no se guarda.</p>}
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
  // Null until it is known whether the browser has one.
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
