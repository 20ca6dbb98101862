// Finds ids by what users type in cells, in maps that are built once. Pure, but it suggests at most three near names
// per workbook: each suggestion compares the text with every name.
import { bareWords, normalize } from '@padron/contract/normalize'
import { type Refusal, refuse } from '@padron/contract/template/cell-rules'
import { nearestWord } from '@padron/contract/template/nearest'
import { quoted } from './value-labels.ts'

export type Named = { id: number; name: string; group: string }
/** Names by id, and ids by what users type. */
export type Names = {
  word: (id: number) => string
  /** The id of a name; undefined if it is unknown or ambiguous. */
  only: (text: string) => number | undefined
  /** The same, or the reason for a refusal. */
  find: (text: string) => number | Refusal
  /** The names of the drop-down. */
  words: readonly string[]
}
export type Words = { one: string; unknown: string; full: (each: Named, isRepeated: boolean) => string }

const SUGGESTED_AT_MOST = 3
const NAMED_AT_MOST = 5

const same = (text: string): string => normalize(text, 'NFC').toLowerCase().replace(/\s+/g, ' ').trim()

const repeated = (names: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  return new Set(names.map(bareWords).filter((name) => seen.size === seen.add(name).size))
}

type Index = ReadonlyMap<string, number[]>
const indexOf = (all: readonly Named[], key: (each: Named) => string): Index => {
  const grouped = Map.groupBy(all, key)
  grouped.delete('')
  return new Map([...grouped].map(([text, each]) => [text, each.map(({ id }) => id)]))
}

/** Suggests near names for a few texts; the same text gets the same suggestion. */
const suggesting = (words: readonly string[]) => {
  const known = new Map<string, string | undefined>()
  return (text: string): string | undefined => {
    if (known.has(text) || known.size >= SUGGESTED_AT_MOST) return known.get(text)
    const near = nearestWord(text, words)
    known.set(text, near)
    return near
  }
}

/** @param isVisible whether the user may read the names */
export const namesOf = (all: readonly Named[], isVisible: boolean, { one, unknown, full }: Words): Names => {
  const often = repeated(all.map(({ name }) => name))
  const labels = new Map(all.map((each) => [each.id, full(each, often.has(bareWords(each.name)))]))
  const label = ({ id }: Named): string => labels.get(id) ?? ''
  const words = [...labels.values()]
  const lookups: readonly (readonly [Index, key: (text: string) => string])[] = [
    [indexOf(all, ({ id }) => `#${id}`), (text) => text],
    [indexOf(all, (each) => same(label(each))), same],
    [indexOf(all, (each) => bareWords(label(each))), bareWords],
    [indexOf(all, ({ name }) => same(name)), same],
    [indexOf(all, ({ name }) => bareWords(name)), bareWords],
  ]
  const findIds = (text: string): readonly number[] => {
    for (const [index, key] of lookups) {
      const found = index.get(key(text))
      if (found) return found
    }
    return []
  }
  const only = (text: string): number | undefined => {
    const [id, ...others] = findIds(text)
    return others.length === 0 ? id : undefined
  }
  const word = (id: number): string => (isVisible ? (labels.get(id) ?? `#${id}`) : `#${id}`)
  const suggest = suggesting(words)
  const find = (text: string): number | Refusal => {
    const found = findIds(text)
    const [id] = found
    if (id !== undefined && found.length === 1) return id
    if (found.length > 1)
      return refuse(`Hay más de una ${one} ${quoted(text)}: ${found.slice(0, NAMED_AT_MOST).map(word).join(' o ')}.`)
    const near = isVisible ? suggest(text) : undefined
    return refuse(`${unknown} ${quoted(text)}${near ? `; ¿quiso escribir ${near}?` : '.'}`)
  }
  return { word, only, find, words: isVisible ? words : [] }
}
