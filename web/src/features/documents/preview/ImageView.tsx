// A picture: whole at first, and closer where it is wanted.
import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Message } from '../../../ui/Message.tsx'
import { type Zoom, ZoomButtons } from './ZoomButtons.tsx'

type Props = { url: string; name: string; tools: HTMLElement | null }

export const ImageView = ({ url, name, tools }: Props): ReactNode => {
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [natural, setNatural] = useState(0)
  const [fitted, setFitted] = useState(1)
  const [failed, setFailed] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  if (failed) return <Message alert title="No se pudo mostrar esta imagen; descárguela." />
  return (
    <>
      {tools &&
        createPortal(
          <ZoomButtons zoom={zoom === 'fit' ? fitted : zoom} fitted={zoom === 'fit'} onZoom={setZoom} />,
          tools,
        )}
      <section
        className="preview__box ring-inside fill text-center scroll pad-16 relative"
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must do so by keyboard
        tabIndex={0}
      >
        <img
          ref={picture}
          src={url}
          alt={name}
          className={zoom === 'fit' ? 'preview__picture preview__picture--fit' : 'preview__picture'}
          {...(zoom !== 'fit' && natural > 0 && { style: { width: `${natural * zoom}px` } })}
          onLoad={({ currentTarget: { naturalWidth, clientWidth } }) => {
            setNatural(naturalWidth)
            if (naturalWidth > 0) setFitted(clientWidth / naturalWidth)
          }}
          onError={() => setFailed(true)}
        />
      </section>
    </>
  )
}
