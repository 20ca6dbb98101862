// A single range of a file's bytes, as viewers of large PDF files request it (RFC 9110 §14). Any other value of the
// header gets the whole file, as the standard allows.

export type ByteRange = { start: number; end: number }

/** @returns the range with both ends included; undefined: the whole file; 'none': the range is outside the file */
export const byteRange = (header: string | undefined, size: number): ByteRange | 'none' | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'none' : { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
