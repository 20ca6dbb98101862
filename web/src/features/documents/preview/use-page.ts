// One page of an open PDF, drawn, and its text for whoever does not see it.
import { type RefObject, useEffect, useState } from 'react'
import type { Pdf } from './pdf-engine.ts'

/** Points of a page are 1/72 of an inch, pixels of a screen 1/96. */
const SCREEN = 96 / 72
/** What phones still draw. */
const CANVAS_PIXELS = 16_000_000

export type Zoom = 'fit' | number

type Wanted = { pdf: Pdf; page: number; zoom: Zoom; room: number; canvas: RefObject<HTMLCanvasElement | null> }
export type Drawn = { page: number; text: string; zoom: number }

const textOf = async (page: Awaited<ReturnType<Pdf['getPage']>>): Promise<string> => {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
}

export const usePage = ({ pdf, page: wanted, zoom, room, canvas }: Wanted) => {
  const [drawn, setDrawn] = useState<Drawn>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let here = true
    let stop = (): void => {}
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(wanted)
      const element = canvas.current
      if (!here || !element) return
      const { width, height } = page.getViewport({ scale: SCREEN })
      const part = zoom === 'fit' ? room / width : zoom
      const most = Math.sqrt(CANVAS_PIXELS / (width * height * part * part))
      const viewport = page.getViewport({ scale: SCREEN * part * Math.min(devicePixelRatio, most) })
      element.width = Math.floor(viewport.width)
      element.height = Math.floor(viewport.height)
      element.style.width = `${Math.floor(width * part)}px`
      element.style.height = `${Math.floor(height * part)}px`
      const task = page.render({ canvas: element, viewport })
      stop = () => task.cancel()
      await task.promise
      const text = await textOf(page).catch(() => '')
      if (here) setDrawn({ page: wanted, text, zoom: part })
    }
    setFailed(false)
    if (room > 0) draw().catch(() => here && setFailed(true)) // called off: nobody is here any more
    return () => {
      here = false
      stop()
    }
  }, [pdf, wanted, zoom, room, canvas])
  return { drawn, failed }
}
