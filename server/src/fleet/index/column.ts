// One field of every vehicle of a fleet: the code of each vehicle's value, and the vehicles in the order of their
// values. A vehicle is identified by its place in the fleet, which does not change while the fleet is cached.
import { bytesOf, codeOf, type Dictionary, withValues } from './dictionary.ts'
import { fold } from './fold.ts'

export type Column = {
  /** The fleet's version that it includes. */
  version: number
  dictionary: Dictionary
  /** By place; a code equal to the dictionary's size means no value. Places beyond the fleet's size are ignored. */
  codes: Uint32Array
  /** Places by value, then plate, then id; rebuilt on demand after a change. */
  order: Uint32Array | undefined
  /** The order by plate this order was built from; if that changes, this one is invalid. */
  orderedFrom: Uint32Array | undefined
  /** When its read began, in milliseconds. */
  readAt: number
  /** A counter of the last use; the column with the lowest is dropped first. */
  used: number
}

/** A new column, with the order of its places. */
export type Built = { codes: Uint32Array; dictionary: Dictionary; order: Uint32Array }

export const createColumn = (built: Built, version: number, readAt: number, byPlate: Uint32Array): Column => ({
  ...built,
  orderedFrom: byPlate,
  version,
  readAt,
  used: 0,
})

export const enlarged = (codes: Uint32Array, size: number, rest: number): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(size).fill(rest, codes.length)
  larger.set(codes)
  return larger
}

const ROOM = 1024

/** Writes changed values. @param changes by place @param size number of places of the fleet; the last may be new */
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
    const { codes } = column
    for (let place = 0; place < codes.length; place++) codes[place] = moved[codes[place] ?? 0] ?? dictionary.size
  }
  const { codes, dictionary } = column
  for (const [place, value] of folded) {
    const code = value === null ? dictionary.size : (codeOf(dictionary, value) ?? dictionary.size)
    if (codes[place] === code) continue // most changes are of one field: the order of the others stays valid
    codes[place] = code
    column.order = undefined
  }
  column.version = version
}

/** A stable sort of places by code: two passes over the fleet. */
export const orderOf = (
  { codes, dictionary }: Pick<Column, 'codes' | 'dictionary'>,
  places: Uint32Array,
): Uint32Array => {
  const next = new Uint32Array(dictionary.size + 2)
  for (let i = 0; i < places.length; i++) {
    const after = (codes[places[i] ?? 0] ?? dictionary.size) + 1
    next[after] = (next[after] ?? 0) + 1
  }
  for (let code = 1; code < next.length; code++) next[code] = (next[code] ?? 0) + (next[code - 1] ?? 0)
  const order = new Uint32Array(places.length)
  for (let i = 0; i < places.length; i++) {
    const place = places[i] ?? 0
    const code = codes[place] ?? dictionary.size
    const at = next[code] ?? 0
    order[at] = place
    next[code] = at + 1
  }
  return order
}

/** Bytes in memory. */
export const columnBytes = ({ codes, order, dictionary }: Column): number =>
  codes.byteLength + (order?.byteLength ?? 0) + bytesOf(dictionary)
