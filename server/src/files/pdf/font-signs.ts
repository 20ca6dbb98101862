// The characters that a font contains, read from its own table (cmap, format 4: code points below 65,536; our fonts
// have no others).
import { readFileSync } from 'node:fs'

const tableAt = (font: Buffer, tag: string): number => {
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + 16 * i
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8)
  }
  throw new Error(`the font has no ${tag}`)
}

const unicodeAt = (font: Buffer, cmap: number): number => {
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i++) {
    const at = cmap + 4 + 8 * i
    const start = cmap + font.readUInt32BE(at + 4)
    if (font.readUInt16BE(at) === 3 && font.readUInt16BE(start) === 4) return start
  }
  throw new Error('the font has no table of Unicode')
}

type Segment = { first: number; last: number; delta: number; offset: number; offsetAt: number }
const segments = (font: Buffer, start: number): Segment[] => {
  const bytes = font.readUInt16BE(start + 6) // two bytes for each segment
  return Array.from({ length: bytes / 2 }, (_, i) => {
    const at = start + 14 + 2 * i
    const offsetAt = at + 2 + 3 * bytes
    return {
      last: font.readUInt16BE(at),
      first: font.readUInt16BE(at + 2 + bytes),
      delta: font.readUInt16BE(at + 2 + 2 * bytes),
      offset: font.readUInt16BE(offsetAt),
      offsetAt,
    }
  })
}

const glyphOf = (font: Buffer, { first, delta, offset, offsetAt }: Segment, sign: number): number => {
  const glyph = offset === 0 ? sign : font.readUInt16BE(offsetAt + offset + 2 * (sign - first))
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff
}

/** @returns the code points that have a glyph in the font */
export const signsOf = (path: string): ReadonlySet<number> => {
  const font = readFileSync(path)
  const found = new Set<number>()
  for (const segment of segments(font, unicodeAt(font, tableAt(font, 'cmap'))))
    for (let sign = segment.first; sign <= segment.last && sign < 0xffff; sign++)
      if (glyphOf(font, segment, sign) !== 0) found.add(sign)
  return found
}
