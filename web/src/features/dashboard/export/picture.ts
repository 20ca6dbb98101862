// A chart as an image: title, subject and basis, the chart as drawn, the author and the date. For print and slides:
// always in light colours, whatever the user's theme.
import font from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { wrapText } from './picture-texts.ts'
import { styledCopy } from './styled-copy.ts'

const SVG = 'http://www.w3.org/2000/svg'
const FAMILY = 'Inter Variable'
const FONT = `"${FAMILY}", system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif`
const EDGE = 20
/** Minimum width, because a title needs room. */
const NARROWEST = 360
/** Pixels of the image per pixel of the page. */
const SCALE = 2
const TITLE = { size: 18, weight: 650, line: 24 }
const SMALL = { size: 12, weight: 400, line: 17 }

type TextStyle = typeof TITLE
type Words = {
  title: string
  /** Lines under the title; long ones wrap. */
  under: readonly string[]
  foot: string
}
type Picture = { svg: SVGSVGElement; width: number; height: number }

let fontRequest: Promise<string> | undefined

const readFont = async (): Promise<string> => {
  const answer = await fetch(font)
  if (!answer.ok) throw new Error(`${answer.status}`)
  let bytes = ''
  for (const byte of new Uint8Array(await answer.arrayBuffer())) bytes += String.fromCharCode(byte)
  const address = `data:font/woff2;base64,${btoa(bytes)}`
  return `@font-face{font-family:"${FAMILY}";font-weight:100 900;src:url(${address}) format("woff2")}`
}

/**
 * The CSS rule that embeds the console's font, which is not available outside of the page; empty if it cannot be
 * loaded.
 */
const fontRule = (): Promise<string> => {
  fontRequest ??= readFont().catch(() => {
    fontRequest = undefined
    return ''
  })
  return fontRequest
}

/** Runs the callback with the light theme. The former theme is restored before the next paint. */
export const inLight = <T>(look: () => T): T => {
  const { dataset } = document.documentElement
  const { theme } = dataset
  dataset.theme = 'light'
  try {
    return look()
  } finally {
    if (theme === undefined) delete dataset.theme
    else dataset.theme = theme
  }
}

const colours = () => {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  return { ground: colour('--surface'), text: colour('--text'), muted: colour('--muted') }
}

const linesOf = (texts: readonly string[], width: number, { size, weight }: TextStyle): string[] => {
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `${weight} ${size}px ${FONT}`
  const widthOf = (part: string): number => context?.measureText(part).width ?? part.length * size * 0.6
  return texts.flatMap((text) => wrapText(text, width, widthOf))
}

const element = (name: string, attributes: Record<string, string | number>, text = ''): SVGElement => {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`)
  made.textContent = text
  return made
}

/** Lines of text from a vertical position on. */
const write = (lines: readonly string[], top: number, { size, weight, line: height }: TextStyle, fill: string) => {
  const font = { 'font-family': FONT, 'font-size': size, 'font-weight': weight }
  return {
    lines: lines.map((line, at) => element('text', { x: EDGE, y: top + at * height + size, fill, ...font }, line)),
    bottom: top + lines.length * height,
  }
}

const place = (copy: SVGSVGElement, box: { x: number; y: number; width: number; height: number }): SVGSVGElement => {
  for (const [key, value] of Object.entries(box)) copy.setAttribute(key, `${value}`)
  if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${box.width} ${box.height}`)
  return copy
}

/** @throws Error if the chart is not on the page */
export const drawPicture = async (chart: SVGSVGElement, { title, under, foot }: Words): Promise<Picture> => {
  const box = chart.getBoundingClientRect()
  const size = { width: Math.ceil(box.width), height: Math.ceil(box.height) }
  if (size.width === 0 || size.height === 0) throw new Error('The chart is not shown')
  const { ground, text, muted, copy } = inLight(() => ({ ...colours(), copy: styledCopy(chart) }))
  const room = Math.max(size.width, NARROWEST)
  const heading = write(linesOf([title], room, TITLE), EDGE, TITLE, text)
  const below = write(linesOf(under, room, SMALL), heading.bottom, SMALL, muted)
  const top = below.bottom + 12
  const end = write(linesOf([foot], room, SMALL), top + size.height + 12, SMALL, muted)
  const width = room + 2 * EDGE
  const height = end.bottom + EDGE
  const svg = element('svg', { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` }) as SVGSVGElement
  const rule = await fontRule()
  if (rule) svg.append(element('style', {}, rule))
  svg.append(element('title', {}, title), element('rect', { width, height, fill: ground }))
  svg.append(...heading.lines, ...below.lines, place(copy, { x: EDGE, y: top, ...size }), ...end.lines)
  return { svg, width, height }
}

export const svgText = ({ svg }: Picture): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}`

/** @throws Error if the browser cannot create the image */
export const pngOf = async (picture: Picture): Promise<Blob> => {
  const address = URL.createObjectURL(new Blob([svgText(picture)], { type: 'image/svg+xml' }))
  try {
    const image = new Image(picture.width, picture.height)
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: picture.width * SCALE, height: picture.height * SCALE })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!png) throw new Error('No picture')
    return png
  } finally {
    URL.revokeObjectURL(address)
  }
}
