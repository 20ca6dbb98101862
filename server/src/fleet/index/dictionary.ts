// The distinct values of a column, sorted, in one byte array: a value's code is its index. A substring search scans one
// array, and a million values create no work for the garbage collector. Byte order equals the database's collation "C".
import { inOrder } from './fold.ts'

export type Dictionary = {
  readonly size: number
  /** UTF-8, each value followed by a 0, which no text of PostgreSQL contains. */
  readonly bytes: Uint8Array
  /** The offset of each value, and the end of the last one. */
  readonly starts: Uint32Array
}

const RUN = 16_384

/** @param values distinct and in order */
export const makeDictionary = (values: readonly string[]): Dictionary => {
  const runs: Buffer[] = []
  for (let from = 0; from < values.length; from += RUN)
    runs.push(Buffer.from(`${values.slice(from, from + RUN).join('\0')}\0`))
  const bytes = new Uint8Array(runs.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const run of runs) {
    bytes.set(run, at)
    at += run.length
  }
  const starts = new Uint32Array(values.length + 1)
  for (let byte = 0, code = 1; byte < bytes.length; byte++) if (bytes[byte] === 0) starts[code++] = byte + 1
  return { size: values.length, bytes, starts }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** Surrogates, and the characters that JavaScript sorts after them. */
const HIGH = /[\ud800-\uffff]/

/** In place. */
export const sortValues = (values: string[]): string[] =>
  values.some((value) => HIGH.test(value)) ? values.sort(inOrder) : values.sort()

const start = (dictionary: Dictionary, code: number): number => dictionary.starts[code] ?? 0

export const valueAt = (dictionary: Dictionary, code: number): string =>
  bufferOf(dictionary.bytes).toString('utf8', start(dictionary, code), start(dictionary, code + 1) - 1)

/** The first code whose value is not before this one; the size if there is none. */
const placeOf = (dictionary: Dictionary, value: string): number => {
  const bytes = bufferOf(dictionary.bytes)
  const target = Buffer.from(value)
  let [low, high] = [0, dictionary.size]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = bytes.compare(target, 0, target.length, start(dictionary, middle), start(dictionary, middle + 1) - 1)
    if (order < 0) low = middle + 1
    else high = middle
  }
  return low
}

export const codeOf = (dictionary: Dictionary, value: string): number | undefined => {
  const code = placeOf(dictionary, value)
  return code < dictionary.size && valueAt(dictionary, code) === value ? code : undefined
}

/**
 * Up to this many matches use the built-in search, which is fast where matches are rare; then bytes are compared one
 * by one.
 */
const RARE = 2_000

/** Marks, by code, the values that contain this text (with one more entry, for vehicles without a value). */
export const containing = (dictionary: Dictionary, part: string): Uint8Array => {
  const marks = new Uint8Array(dictionary.size + 1)
  if (part === '') return marks.fill(1, 0, dictionary.size)
  const bytes = bufferOf(dictionary.bytes)
  const target = Buffer.from(part)
  let code = 0
  let at = bytes.indexOf(target)
  for (let finds = 0; at >= 0 && finds < RARE; finds++) {
    code = codeAround(dictionary, at, code)
    marks[code] = 1
    at = bytes.indexOf(target, start(dictionary, ++code))
  }
  if (at >= 0) markRest(dictionary, target, marks, codeAround(dictionary, at, code))
  return marks
}

/** The code of the value that contains a byte, not before `from`; searches near codes first. */
const codeAround = ({ starts, size }: Dictionary, at: number, from: number): number => {
  let step = 1
  while (from + step <= size && (starts[from + step] ?? 0) <= at) step *= 2
  let [low, high] = [from + (step >>> 1), Math.min(from + step, size)]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle + 1] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

const markRest = ({ bytes, starts, size }: Dictionary, target: Buffer, marks: Uint8Array, from: number): void => {
  const first = target[0] ?? 0
  const more = target.length - 1
  for (let code = from; code < size; code++) {
    const end = (starts[code + 1] ?? 0) - 1 - more
    for (let at = starts[code] ?? 0; at < end; at++) {
      if (bytes[at] !== first) continue
      let same = 1
      while (same <= more && bytes[at + same] === target[same]) same++
      if (same <= more) continue
      marks[code] = 1
      break
    }
  }
}

/** The codes of the values that begin with this text; `to` is exclusive. */
export const beginningWith = (dictionary: Dictionary, part: string): { from: number; to: number } => {
  const from = placeOf(dictionary, part)
  return { from, to: Math.max(from, placeOf(dictionary, `${part}\u{10ffff}`)) }
}

/** Marks, by code, the values that end with this text. */
export const endingWith = ({ bytes, starts, size }: Dictionary, part: string): Uint8Array => {
  const marks = new Uint8Array(size + 1)
  const target = Buffer.from(part)
  for (let code = 0; code < size; code++) {
    const end = (starts[code + 1] ?? 0) - 1
    let same = 0
    while (same < target.length && bytes[end - 1 - same] === target[target.length - 1 - same]) same++
    if (same === target.length && end - same >= (starts[code] ?? 0)) marks[code] = 1
  }
  return marks
}

/** Marks the values from one (inclusive) to another (exclusive); undefined: unbounded. */
export const between = (dictionary: Dictionary, from: string | undefined, to: string | undefined): Uint8Array => {
  const marks = new Uint8Array(dictionary.size + 1)
  const first = from === undefined ? 0 : placeOf(dictionary, from)
  const last = to === undefined ? dictionary.size : placeOf(dictionary, to)
  return first < last ? marks.fill(1, first, last) : marks
}

/**
 * Adds values that the dictionary lacks. @returns the dictionary, and the new code of each old one (also of no value)
 */
export const withValues = (dictionary: Dictionary, added: readonly string[]) => {
  const values = sortValues([...new Set(added)])
  const places = values.map((value) => placeOf(dictionary, value))
  const extra = makeDictionary(values)
  const size = dictionary.size + values.length
  const starts = new Uint32Array(size + 1)
  const moved = new Uint32Array(dictionary.size + 1)
  const bytes = new Uint8Array(dictionary.bytes.length + extra.bytes.length)
  let from = 0
  for (let i = 0; i <= values.length; i++) {
    const to = places[i] ?? dictionary.size
    const grown = start(extra, i)
    for (let code = from; code < to; code++) {
      moved[code] = code + i
      starts[code + i] = start(dictionary, code) + grown
    }
    bytes.set(
      dictionary.bytes.subarray(start(dictionary, from), start(dictionary, to)),
      start(dictionary, from) + grown,
    )
    if (i < values.length) {
      starts[to + i] = start(dictionary, to) + grown
      bytes.set(extra.bytes.subarray(grown, start(extra, i + 1)), start(dictionary, to) + grown)
    }
    from = to
  }
  moved[dictionary.size] = size
  starts[size] = bytes.length
  return { dictionary: { size, bytes, starts }, moved }
}

/** Bytes in memory. */
export const bytesOf = ({ bytes, starts }: Dictionary): number => bytes.byteLength + starts.byteLength
