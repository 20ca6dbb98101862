// Finds the boxes of the lines of text in a picture from the text detector's value of each pixel. Pure.

/** In pixels; a detector's map has the size of its input picture. */
export type Box = { left: number; top: number; width: number; height: number }
/** For each pixel, row by row, the probability that it belongs to text, from 0 to 1. */
export type TextMap = { values: Float32Array; width: number; height: number }

// Values of the detector's authors (PaddleOCR, inference arguments: det_db_thresh, det_db_box_thresh,
// det_db_unclip_ratio). The detector marks the core of a line, so its box is grown by this factor of area / perimeter.
const PIXEL_MIN = 0.3
const BOX_MIN = 0.6
const GROWTH = 1.5
const PIXELS_AT_LEAST = 16

type Region = { left: number; right: number; top: number; bottom: number; sum: number; count: number }

const regionFrom = ({ values, width, height }: TextMap, start: number, seen: Uint8Array): Region => {
  const region: Region = { left: width, right: 0, top: height, bottom: 0, sum: 0, count: 0 }
  const waiting = [start]
  const visit = (at: number, isInside: boolean): void => {
    if (!isInside || seen[at] || (values[at] ?? 0) < PIXEL_MIN) return
    seen[at] = 1
    waiting.push(at)
  }
  seen[start] = 1
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const x = at % width
    const y = (at - x) / width
    region.left = Math.min(region.left, x)
    region.right = Math.max(region.right, x)
    region.top = Math.min(region.top, y)
    region.bottom = Math.max(region.bottom, y)
    region.sum += values[at] ?? 0
    region.count++
    visit(at - 1, x > 0)
    visit(at + 1, x < width - 1)
    visit(at - width, y > 0)
    visit(at + width, y < height - 1)
  }
  return region
}

const grown = ({ left, right, top, bottom }: Region, { width, height }: TextMap): Box => {
  const [wide, high] = [right - left + 1, bottom - top + 1]
  const growth = (GROWTH * wide * high) / (2 * (wide + high))
  const [x, y] = [Math.max(0, left - growth), Math.max(0, top - growth)]
  return {
    left: x,
    top: y,
    width: Math.min(width, right + 1 + growth) - x,
    height: Math.min(height, bottom + 1 + growth) - y,
  }
}

/** The boxes of lines that are wider than high, the largest first. Cost: each pixel once. */
export const textBoxes = (map: TextMap): Box[] => {
  const seen = new Uint8Array(map.values.length)
  const boxes: Box[] = []
  map.values.forEach((value, at) => {
    if (value < PIXEL_MIN || seen[at]) return
    const region = regionFrom(map, at, seen)
    if (region.count < PIXELS_AT_LEAST || region.sum / region.count < BOX_MIN) return
    const box = grown(region, map)
    if (box.width > box.height) boxes.push(box)
  })
  return boxes.sort((a, b) => b.width * b.height - a.width * a.height)
}
