// «Tomar foto», on touch devices, which have a camera: the browser opens it, and the photo is reduced to fit.
import { useId, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { fittingPhoto } from '../../lib/fitting-photo.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useUser } from '../../session/user-context.ts'
import { Icon } from '../icons.tsx'

/** 'Foto 28-11-2026 14.05' */
const titleNow = (zone: string): string =>
  `Foto ${dateInText(new Date(serverNow()).toISOString(), zone).replaceAll('/', '-').replace(':', '.')}`

type Props = {
  /** The maximum size in bytes. */
  atMost: number
  small: boolean
  busy: boolean
  onPhoto: (photo: File) => void
}

export const PhotoInput = ({ atMost, small, busy, onPhoto }: Props) => {
  const id = useId()
  const { zone } = useUser()
  const isTouch = useMedia('(pointer: coarse)')
  const isMounted = useIsMounted()
  const [preparing, setPreparing] = useState(false)
  if (!isTouch) return null
  const take = async (taken: File): Promise<void> => {
    setPreparing(true)
    const photo = await fittingPhoto(taken, titleNow(zone), atMost)
    if (!isMounted.current) return
    setPreparing(false)
    onPhoto(photo)
  }
  return (
    <>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept="image/*"
        capture="environment"
        disabled={busy || preparing}
        onChange={({ target }) => {
          const [taken] = target.files ?? []
          if (taken) void take(taken)
          target.value = ''
        }}
      />
      <label htmlFor={id} className={`button${small ? ' button--small' : ''}`}>
        <Icon name="camera" size={16} />
        {preparing ? 'Preparando la foto…' : 'Tomar foto'}
      </label>
    </>
  )
}
