// One field of every vehicle of a fleet: by vehicle the code of its value, and the vehicles in the order of their values.
// A vehicle is named by its place in the fleet, which never changes while the fleet is kept.
import { breathe, bytesOf, codeOf, type Dictionary, makeDictionary, withValues } from './dictionary.ts'
import { fold } from './fold.ts'

export type Column = {
  /** The fleet's version up to which every change is in it. */
  version: number
  dictionary: Dictionary
  /** By place; the dictionary's size: no value. Places beyond the fleet's own count for nothing. */
  codes: Uint32Array
  /** Places by value, then by plate, then by id; made when first asked for after a change. */
  order: Uint32Array | undefined
  /** When reading it began, in milliseconds. */
  readAt: number
  /** Its turn when it was last used: what waits longest is thrown out first. */
  used: number
}

const NOTHING = 0xffffffff
const ROOM = 1024
const PIECE = 20_000

const enlarged = (codes: Uint32Array, size: number, rest: number): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(size).fill(rest, codes.length)
  larger.set(codes)
  return larger
}

/** Gathers a column while it is read: values as they come, with provisional codes. @param readAt when reading begins */
export const columnWriter = (readAt: number) => {
  let codes = new Uint32Array(1024).fill(NOTHING)
  const known = new Map<string, number>()
  const foldedCodes = new Map<string, number>()
  const codeOfValue = (value: string): number => {
    const folded = fold(value)
    const code = foldedCodes.get(folded) ?? foldedCodes.size
    foldedCodes.set(folded, code)
    return code
  }
  const put = (place: number, value: string | null): void => {
    if (place >= codes.length) codes = enlarged(codes, 2 * place, NOTHING)
    if (value === null) return
    let code = known.get(value)
    if (code === undefined) {
      code = codeOfValue(value)
      known.set(value, code)
    }
    codes[place] = code
  }
  /** @param size places of the fleet */
  const finish = async (version: number, size: number): Promise<Column> => {
    known.clear()
    if (size > codes.length) codes = enlarged(codes, size, NOTHING)
    const { dictionary, inLine } = await makeDictionary([...foldedCodes.keys()])
    const final = new Uint32Array(inLine.length)
    for (const [rank, value] of inLine.entries()) {
      final[foldedCodes.get(value) ?? 0] = rank
      if (rank % PIECE === 0) await breathe()
    }
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i] ?? NOTHING
      codes[i] = code === NOTHING ? dictionary.size : (final[code] ?? 0)
    }
    return { version, dictionary, codes, order: undefined, readAt, used: 0 }
  }
  return { put, finish }
}

/** Writes changed values. @param changes by place @param size places of the fleet, of which the last ones may be new */
export const changeColumn = (
  column: Column,
  changes: ReadonlyMap<number, string | null>,
  version: number,
  size: number,
): void => {
  const folded = [...changes].map(([place, value]) => [place, value === null ? null : fold(value)] as const)
  const added = folded.flatMap(([, value]) =>
    value !== null && codeOf(column.dictionary, value) === undefined ? [value] : [],
  )
  if (size > column.codes.length) column.codes = enlarged(column.codes, size + ROOM, column.dictionary.size)
  if (added.length > 0) {
    const { dictionary, moved } = withValues(column.dictionary, added)
    column.dictionary = dictionary
    for (let i = 0; i < column.codes.length; i++) column.codes[i] = moved[column.codes[i] ?? 0] ?? dictionary.size
  }
  const { codes, dictionary } = column
  for (const [place, value] of folded)
    codes[place] = value === null ? dictionary.size : (codeOf(dictionary, value) ?? dictionary.size)
  column.order = undefined
  column.version = version
}

/** Sorts places by code, keeping the order they come in among equals: two passes over the fleet. */
export const orderOf = ({ codes, dictionary }: Column, places: Uint32Array): Uint32Array => {
  const next = new Uint32Array(dictionary.size + 2)
  for (const place of places) {
    const after = (codes[place] ?? dictionary.size) + 1
    next[after] = (next[after] ?? 0) + 1
  }
  for (let code = 1; code < next.length; code++) next[code] = (next[code] ?? 0) + (next[code - 1] ?? 0)
  const order = new Uint32Array(places.length)
  for (const place of places) {
    const code = codes[place] ?? dictionary.size
    const at = next[code] ?? 0
    order[at] = place
    next[code] = at + 1
  }
  return order
}

/** About what it holds in memory, its order included. */
export const columnBytes = (column: Column): number => 2 * column.codes.byteLength + bytesOf(column.dictionary)
