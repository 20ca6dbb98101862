// A chart as a picture of its own: title, what it is of and rests on, the chart as it is drawn, and who made it when. Always light.

import { inLight } from './in-light.ts'
import { FAMILY, lettersRule } from './letters.ts'
import { wrapped } from './picture-words.ts'
import { styledCopy } from './styled-copy.ts'

const SVG = 'http://www.w3.org/2000/svg'
const FONT = `"${FAMILY}", system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif`
const EDGE = 20
/** Narrower, a title has no room. */
const NARROWEST = 360
/** Pixels of the picture for one of the page: it is printed and projected. */
const SCALE = 2
const TITLE = { size: 18, weight: 650, line: 24 }
const SMALL = { size: 12, weight: 400, line: 17 }

type Letter = typeof TITLE
type Told = {
  title: string
  /** A line each, and more where it is long. */
  under: readonly string[]
  /** At the foot. */
  foot: string
}
type Drawn = { svg: SVGSVGElement; width: number; height: number }

const ruler = (): CanvasRenderingContext2D | null => document.createElement('canvas').getContext('2d')

const linesOf = (texts: readonly string[], width: number, { size, weight }: Letter): string[] => {
  const context = ruler()
  if (context) context.font = `${weight} ${size}px ${FONT}`
  const widthOf = (part: string): number => context?.measureText(part).width ?? part.length * size * 0.6
  return texts.flatMap((text) => wrapped(text, width, widthOf))
}

const element = (name: string, attributes: Record<string, string | number>, text?: string): SVGElement => {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`)
  if (text !== undefined) made.textContent = text
  return made
}

const colours = () => {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise
  return { ground: of('--surface', '#ffffff'), text: of('--text', '#1d2127'), muted: of('--muted', '#5c5f66') }
}

type Written = { lines: SVGElement[]; bottom: number }

/** Lines of text from a height on. */
const write = (lines: readonly string[], top: number, letter: Letter, fill: string): Written => ({
  lines: lines.map((line, at) => {
    const y = top + at * letter.line + letter.size
    return element(
      'text',
      { x: EDGE, y, fill, 'font-family': FONT, 'font-size': letter.size, 'font-weight': letter.weight },
      line,
    )
  }),
  bottom: top + lines.length * letter.line,
})

/** As large as it stands on the page. */
const sizeOf = (svg: SVGSVGElement) => {
  const { width, height } = svg.getBoundingClientRect()
  return { width: Math.ceil(width), height: Math.ceil(height) }
}

const placed = (copy: SVGSVGElement, x: number, y: number, size: { width: number; height: number }): SVGSVGElement => {
  for (const [key, value] of Object.entries({ x, y, ...size })) copy.setAttribute(key, `${value}`)
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
  return copy
}

/** @throws Error where the chart is not on the page */
export const drawPicture = async (chart: SVGSVGElement, { title, under, foot }: Told): Promise<Drawn> => {
  const size = sizeOf(chart)
  if (size.width === 0 || size.height === 0) throw new Error('The chart is not shown')
  const { ground, text, muted, copy } = inLight(() => ({ ...colours(), copy: styledCopy(chart) }))
  const width = Math.max(size.width, NARROWEST) + 2 * EDGE
  const room = width - 2 * EDGE
  const heading = write(linesOf([title], room, TITLE), EDGE, TITLE, text)
  const below = write(linesOf(under, room, SMALL), heading.bottom, SMALL, muted)
  const top = below.bottom + 12
  const end = write(linesOf([foot], room, SMALL), top + size.height + 12, SMALL, muted)
  const height = end.bottom + EDGE
  const svg = element('svg', { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` }) as SVGSVGElement
  const rule = await lettersRule()
  if (rule) svg.append(element('style', {}, rule))
  svg.append(element('title', {}, title), element('rect', { width, height, fill: ground }))
  svg.append(...heading.lines, ...below.lines, placed(copy, EDGE, top, size), ...end.lines)
  return { svg, width, height }
}

export const svgText = ({ svg }: Drawn): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}`

const painted = async (drawn: Drawn): Promise<HTMLCanvasElement> => {
  const address = URL.createObjectURL(new Blob([svgText(drawn)], { type: 'image/svg+xml' }))
  try {
    const image = new Image(drawn.width, drawn.height)
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: drawn.width * SCALE, height: drawn.height * SCALE })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** @throws Error where the browser cannot make it */
export const pngOf = async (drawn: Drawn): Promise<Blob> => {
  const canvas = await painted(drawn)
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!made) throw new Error('No picture')
  return made
}
