// Zoom in, zoom out, and fit the width.
import { Button } from '../Button.tsx'

export type Zoom = 'fit' | number

const STEPS: readonly number[] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
const NEAR = 0.01

/** The next zoom step from any value; undefined at the end. */
export const nextZoom = (now: number, by: -1 | 1): number | undefined =>
  by > 0 ? STEPS.find((step) => step > now + NEAR) : STEPS.findLast((step) => step < now - NEAR)

type Props = { zoom: number; fitted: boolean; onZoom: (zoom: Zoom) => void }

export const ZoomButtons = ({ zoom, fitted, onZoom }: Props) => {
  const out = nextZoom(zoom, -1)
  const closer = nextZoom(zoom, 1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: not part of a form
    <div role="group" aria-label="Tamaño" className="document-preview__group row-inline gap-6">
      <Button label="−" small off={out === undefined} aria-label="Alejar" onClick={() => out && onZoom(out)} />
      <span className="document-preview__zoom figures-text text-center">{Math.round(zoom * 100)} %</span>
      <Button
        label="+"
        small
        off={closer === undefined}
        aria-label="Acercar"
        onClick={() => closer && onZoom(closer)}
      />
      <Button label="Ajustar" small aria-pressed={fitted} onClick={() => onZoom('fit')} />
    </div>
  )
}
