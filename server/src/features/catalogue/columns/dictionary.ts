// The distinct values of a column in order, as one long text: a value's code is its place. A search for part of a value
// is a search in one text, as quick as memory; a million values take their letters and four bytes each.
import { inOrder } from './fold.ts'

/** Between values; no database text holds it. */
const END = '\0'

export type Dictionary = {
  readonly size: number
  readonly text: string
  /** Where each value begins, and after the last one the end. */
  readonly starts: Uint32Array
}

const RUN = 16_384
/** Lets other requests have their turn. */
export const breathe = () => new Promise<void>((done) => setImmediate(done))

type Compare = (a: string, b: string) => number

/** Halves of letters beyond 65,535 and what JavaScript would sort after them. */
const HIGH = /[\ud800-\uffff]/
const asWritten: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** Sorts without holding other requests up: runs of some milliseconds, merged in pairs. */
const sorted = async (values: readonly string[]): Promise<string[]> => {
  let compare: Compare = asWritten
  let runs: string[][] = []
  for (let from = 0; from < values.length; from += RUN) {
    const run = values.slice(from, from + RUN)
    if (run.some((value) => HIGH.test(value))) compare = inOrder
    runs.push(run)
  }
  for (const run of runs) {
    if (compare === inOrder) run.sort(compare)
    else run.sort()
    await breathe()
  }
  while (runs.length > 1) {
    const merged: string[][] = []
    for (let i = 0; i < runs.length; i += 2) merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

const merge = async (a: readonly string[], b: readonly string[], compare: Compare): Promise<string[]> => {
  const all: string[] = []
  let i = 0
  for (const [j, value] of b.entries()) {
    for (let next = a[i]; next !== undefined && compare(next, value) < 0; next = a[++i]) all.push(next)
    all.push(value)
    if (j % RUN === RUN - 1) await breathe()
  }
  return all.concat(a.slice(i))
}

/** @param values distinct, in any order @returns the dictionary, and the values in its order */
export const makeDictionary = async (
  values: readonly string[],
): Promise<{ dictionary: Dictionary; inLine: string[] }> => {
  const inLine = await sorted(values)
  const starts = new Uint32Array(inLine.length + 1)
  let text = ''
  for (let from = 0; from < inLine.length; from += RUN) {
    const run = inLine.slice(from, from + RUN)
    let at = text.length
    for (const [i, value] of run.entries()) {
      starts[from + i] = at
      at += value.length + 1
    }
    text += run.join(END) + END
    await breathe()
  }
  starts[inLine.length] = text.length
  return { dictionary: { size: inLine.length, text, starts }, inLine }
}

const start = (dictionary: Dictionary, code: number): number => dictionary.starts[code] ?? 0

export const valueAt = (dictionary: Dictionary, code: number): string =>
  dictionary.text.slice(start(dictionary, code), start(dictionary, code + 1) - 1)

/** The first code whose value is not before this one; the size where there is none. */
export const placeOf = (dictionary: Dictionary, value: string): number => {
  let [low, high] = [0, dictionary.size]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (inOrder(valueAt(dictionary, middle), value) < 0) low = middle + 1
    else high = middle
  }
  return low
}

export const codeOf = (dictionary: Dictionary, value: string): number | undefined => {
  const code = placeOf(dictionary, value)
  return code < dictionary.size && valueAt(dictionary, code) === value ? code : undefined
}

/** Marks, by code, of the values that contain this part (one more than there are values: the last is for nothing). */
export const containing = (dictionary: Dictionary, part: string): Uint8Array => {
  const marks = new Uint8Array(dictionary.size + 1)
  if (part === '') return marks.fill(1, 0, dictionary.size)
  let code = 0
  let at = dictionary.text.indexOf(part)
  while (at >= 0) {
    while (start(dictionary, code + 1) <= at) code++
    marks[code] = 1
    at = dictionary.text.indexOf(part, start(dictionary, ++code))
  }
  return marks
}

/** Marks of the values from one (included) to another (left out); undefined: without end. */
export const between = (dictionary: Dictionary, from: string | undefined, to: string | undefined): Uint8Array => {
  const marks = new Uint8Array(dictionary.size + 1)
  const first = from === undefined ? 0 : placeOf(dictionary, from)
  const last = to === undefined ? dictionary.size : placeOf(dictionary, to)
  return first < last ? marks.fill(1, first, last) : marks
}

/** Adds values that are not there. @returns the dictionary, and what each code has become (nothing's too) */
export const withValues = (dictionary: Dictionary, added: readonly string[]) => {
  const values = [...new Set(added)].sort(inOrder)
  const places = values.map((value) => placeOf(dictionary, value))
  const size = dictionary.size + values.length
  const starts = new Uint32Array(size + 1)
  const moved = new Uint32Array(dictionary.size + 1)
  const pieces: string[] = []
  let [from, grown] = [0, 0]
  for (let i = 0; i <= values.length; i++) {
    const to = places[i] ?? dictionary.size
    for (let code = from; code < to; code++) {
      moved[code] = code + i
      starts[code + i] = start(dictionary, code) + grown
    }
    pieces.push(dictionary.text.slice(start(dictionary, from), start(dictionary, to)))
    const value = values[i]
    if (value !== undefined) {
      starts[to + i] = start(dictionary, to) + grown
      pieces.push(value, END)
      grown += value.length + 1
    }
    from = to
  }
  moved[dictionary.size] = size
  const text = pieces.join('')
  starts[size] = text.length
  return { dictionary: { size, text, starts }, moved }
}

/** About what it holds in memory. */
export const bytesOf = ({ text, starts }: Dictionary): number => text.length + starts.byteLength
