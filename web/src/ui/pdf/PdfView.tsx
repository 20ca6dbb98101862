// A PDF, page by page: drawn on a canvas, with its text for screen readers. By keyboard: arrows turn the page, + and −
// zoom, 0 fits the width.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../Button.tsx'
import { Message } from '../Message.tsx'
import { type Pdf, usePage, usePdf } from './pdf.ts'
import { nextZoom, type Zoom, ZoomButtons } from './ZoomButtons.tsx'

const BROKEN = 'No se pudo mostrar este PDF; descárguelo.'
const PASSWORD = 'Este PDF está protegido con contraseña; descárguelo y ábralo con ella.'
const PADDING = 32

/** The available width of the page. */
const useRoom = () => {
  const box = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void => setRoom(Math.max(0, element.clientWidth - PADDING))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, room }
}

/**
 * The number of the visible page, and buttons to the pages beside it. They are not disabled at the ends, because that
 * would lose the focus.
 */
const PageField = ({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) => {
  const id = useId()
  /** The text while it is being typed. */
  const [draft, setDraft] = useState<string>()
  const go = (): void => {
    const number = Number(draft)
    setDraft(undefined)
    if (draft?.trim() && Number.isInteger(number)) onPage(Math.min(last, Math.max(1, number)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: not part of a form
    <div role="group" aria-label="Páginas" className="document-preview__group row-inline gap-6">
      <Button small icon="left" off={page <= 1} aria-label="Página anterior" onClick={() => onPage(page - 1)} />
      <label htmlFor={id}>
        <span className="visually-hidden">Página</span>
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className="document-preview__page text-end"
        value={draft ?? `${page}`}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={go}
        onKeyDown={(event) => {
          event.stopPropagation() // does not reach the viewer
          if (event.key === 'Enter') go()
        }}
      />
      <span>de {last}</span>
      <Button small icon="right" off={page >= last} aria-label="Página siguiente" onClick={() => onPage(page + 1)} />
    </div>
  )
}

type Move = (page: number, last: number) => number
const TURNS: Readonly<Record<string, Move>> = {
  ArrowRight: (page, last) => Math.min(last, page + 1),
  ArrowLeft: (page) => Math.max(1, page - 1),
  Home: () => 1,
  End: (_, last) => last,
}
const ZOOMS: Readonly<Record<string, -1 | 1>> = { '+': 1, '=': 1, '-': -1 }

type Props = { name: string; tools: HTMLElement | null }

const Pages = ({ pdf, name, tools }: Props & { pdf: Pdf }) => {
  const { box, room } = useRoom()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const { drawn, failed } = usePage({ pdf, page, zoom, room, canvas })
  const last = pdf.numPages
  const now = zoom === 'fit' ? (drawn?.zoom ?? 1) : zoom
  const go = (to: number): void => {
    setPage(to)
    box.current?.scrollTo?.({ top: 0 })
  }
  const keys = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const turn = TURNS[event.key]
    const by = ZOOMS[event.key]
    if (!turn && !by && event.key !== '0') return
    event.preventDefault()
    if (turn) go(turn(page, last))
    else setZoom((by && nextZoom(now, by)) || (by ? now : 'fit'))
  }
  return (
    <>
      {tools &&
        createPortal(
          <>
            <PageField page={page} last={last} onPage={go} />
            <ZoomButtons zoom={now} fitted={zoom === 'fit'} onZoom={setZoom} />
          </>,
          tools,
        )}
      <section
        ref={box}
        className="document-preview__box ring-inside fill text-center scroll pad-16 relative"
        aria-label={name}
        aria-busy={drawn?.page !== page}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={keys}
      >
        <canvas ref={canvas} hidden={failed} role="img" aria-label={`Página ${page} de ${last} de ${name}`} />
        {failed && <Message alert title={BROKEN} />}
        <div className="visually-hidden document-preview__text">{drawn?.page === page ? drawn.text : ''}</div>
      </section>
    </>
  )
}

export const PdfView = ({ url, name, tools }: Props & { url: string }) => {
  const { pdf, progress, trouble } = usePdf(url)
  if (trouble) return <Message alert title={trouble === 'password' ? PASSWORD : BROKEN} />
  if (!pdf)
    return (
      <div role="status" className="document-preview__waiting stack gap-8 grow muted">
        <progress value={progress} max={1} aria-label="Avance" />
        Abriendo el PDF…
      </div>
    )
  return <Pages pdf={pdf} name={name} tools={tools} />
}
