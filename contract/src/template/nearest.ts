// Suggests the probably intended word: changed, added, dropped or swapped letters count one each.
import { bareWords } from '../normalize.ts'

const COMPARED_LENGTH = 60

const distance = (a: string, b: string): number => {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      const swapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j] ? (before[j - 1] ?? 0) + 1 : changed
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, changed, swapped))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

/** The word that starts with the text or differs in at most a third of its letters; undefined if there is none. */
export const nearestWord = (text: string, words: readonly string[]): string | undefined => {
  const typed = bareWords(text).slice(0, COMPARED_LENGTH)
  if (typed === '') return undefined
  const begun = typed.length > 2 ? words.find((word) => bareWords(word).startsWith(typed)) : undefined
  if (begun) return begun
  const [near] = words
    .map((word) => ({ word, bare: bareWords(word) }))
    .map(({ word, bare }) => ({ word, bare, most: Math.ceil(bare.length / 3) }))
    // The distance is at least the difference of the lengths.
    .filter(({ bare, most }) => Math.abs(bare.length - typed.length) <= most)
    .map(({ word, bare, most }) => ({ word, away: distance(typed, bare), most }))
    .filter(({ away, most }) => away <= most)
    .sort((a, b) => a.away - b.away)
  return near?.word
}
