// Builds columns from rows: each value becomes a code of a sorted dictionary. This is pure CPU work and takes seconds
// for a million vehicles, so large fleets are built in a thread (builder-thread.ts).
import { type Built, enlarged, orderOf } from './column.ts'
import { type Dictionary, makeDictionary, sortValues } from './dictionary.ts'
import { fold } from './fold.ts'

/** Vehicles in the order of their ids: the ids and each field's values, as JSON lists. */
export type Piece = { ids: string; values: string[] }
/** The places of a cached fleet, and their order by plate; without it the builder creates a new fleet. */
export type Places = { ids: Float64Array; byPlate: Uint32Array }
export type BuiltFleet = { ids: Float64Array; columns: Built[] }

const NOTHING = 0xffffffff
const FEW = 5_000
/**
 * If a column has more distinct values than this so early, nearly every vehicle has its own: repeats are not looked up.
 */
const MANY_BEFORE = 4 * FEW
/** A slice of a string that is at least this long may keep the whole string in memory. */
const VIEWED_FROM = 13
const own = (text: string): string => (text.length < VIEWED_FROM ? text : Buffer.from(text).toString())

/** Collects values with provisional codes; finish() gives codes in order. */
const writer = () => {
  let codes = new Uint32Array(1024).fill(NOTHING)
  const known = new Map<string, number>() // used while the column has few distinct values
  const folded = new Map<string, number>()
  let areMany = false
  const codeFor = (value: string, place: number): number => {
    const text = fold(value)
    let code = folded.get(text)
    if (code === undefined) {
      code = folded.size
      folded.set(own(text), code)
    }
    if (areMany) return code
    if (known.size < FEW) known.set(own(value), code)
    else if (place < MANY_BEFORE) {
      areMany = true
      known.clear()
    }
    return code
  }
  const put = (place: number, value: string | null): void => {
    if (place >= codes.length) codes = enlarged(codes, 2 * place, NOTHING)
    if (value !== null) codes[place] = (areMany ? undefined : known.get(value)) ?? codeFor(value, place)
  }
  const finish = (size: number): { codes: Uint32Array; dictionary: Dictionary } => {
    known.clear()
    const values = sortValues([...folded.keys()])
    const final = new Uint32Array(values.length)
    for (const [code, value] of values.entries()) final[folded.get(value) ?? 0] = code
    const all = new Uint32Array(size).fill(values.length)
    for (let place = 0; place < Math.min(size, codes.length); place++) {
      const code = codes[place] ?? NOTHING
      if (code !== NOTHING) all[place] = final[code] ?? 0
    }
    return { codes: all, dictionary: makeDictionary(values) }
  }
  return { put, finish }
}

/** For a new fleet the first field must be the plate. */
export const builder = (fields: number, places: Places | undefined) => {
  const writers = Array.from({ length: fields }, writer)
  const puts = writers.map(({ put }) => put)
  const ids: number[] = []
  let place = 0
  const put = (at: number, values: readonly (string | null)[]) => {
    for (let i = 0; i < puts.length; i++) puts[i]?.(at, values[i] ?? null)
  }
  const addRow = (id: number, values: readonly (string | null)[]): void => {
    if (places) {
      while (place < places.ids.length && (places.ids[place] ?? 0) < id) place++
      // otherwise it is newer than the cached fleet; applyChanges() adds it
      if (places.ids[place] === id) put(place, values)
    } else put(ids.push(id) - 1, values)
  }
  const addPiece = (piece: Piece): void => {
    const read = JSON.parse(piece.ids) as number[]
    const values = piece.values.map((list) => JSON.parse(list) as (string | null)[])
    for (const [k, id] of read.entries())
      addRow(
        id,
        values.map((list) => list[k] ?? null),
      )
  }
  const finish = (): BuiltFleet => {
    const all = places?.ids ?? Float64Array.from(ids)
    const finished = writers.map(({ finish }) => finish(all.length))
    const [plate] = finished
    const byPlate = places?.byPlate ?? (plate ? orderOf(plate, identityOrder(all.length)) : identityOrder(0))
    return {
      ids: all,
      columns: finished.map((column, i) => ({
        ...column,
        order: !places && i === 0 ? byPlate : orderOf(column, byPlate),
      })),
    }
  }
  return { addPiece, addRow, finish }
}

/** The order in which each place holds its own index. */
export const identityOrder = (size: number): Uint32Array => {
  const places = new Uint32Array(size)
  for (let place = 0; place < size; place++) places[place] = place
  return places
}
