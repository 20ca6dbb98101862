// Closer, farther away, and as wide as there is room.
import type { ReactNode } from 'react'
import { nextZoom, zoomText } from './zoom.ts'

type Props = { zoom: number; fitted: boolean; onZoom: (zoom: number | 'fit') => void }

export const ZoomButtons = ({ zoom, fitted, onZoom }: Props): ReactNode => {
  const out = nextZoom(zoom, -1)
  const closer = nextZoom(zoom, 1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" aria-label="Tamaño" className="preview__group row-inline gap-6">
      <button
        type="button"
        className="button button--small"
        aria-label="Alejar"
        aria-disabled={out === undefined}
        onClick={() => out && onZoom(out)}
      >
        −
      </button>
      <span className="preview__zoom figures-text text-center">{zoomText(zoom)}</span>
      <button
        type="button"
        className="button button--small"
        aria-label="Acercar"
        aria-disabled={closer === undefined}
        onClick={() => closer && onZoom(closer)}
      >
        +
      </button>
      <button type="button" className="button button--small" aria-pressed={fitted} onClick={() => onZoom('fit')}>
        Ajustar
      </button>
    </div>
  )
}
