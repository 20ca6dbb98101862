// Cuts texts in SVG, which has no ellipsis.
const CHARACTER_WIDTH = 7.2
let pen: CanvasRenderingContext2D | null | undefined

export const textWidth = (text: string): number => {
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext?.('2d') ?? null
    if (pen) pen.font = `13px ${getComputedStyle(document.body).fontFamily}`
  }
  return pen ? pen.measureText(text).width : text.length * CHARACTER_WIDTH
}

/** The text, cut with an ellipsis if it does not fit. */
export const fitText = (text: string, width: number): string => {
  if (textWidth(text) <= width) return text
  let short = text
  while (short.length > 1 && textWidth(`${short.trimEnd()}…`) > width) short = short.slice(0, -1)
  return `${short.trimEnd()}…`
}
