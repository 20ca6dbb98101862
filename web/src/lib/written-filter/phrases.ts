// The words of a written filter, and what starts at each: a phrase of the lexicon, a state, a tag, or a holder's name.
// Each lookup returns the longest match. Pure.
import type { Country } from '@padron/contract/places/countries'
import { findState } from '@padron/contract/places/state-names'
import { plainText } from '../plain-text.ts'
import { LEXICON, type Meaning } from './lexicon.ts'
import { type Match, numberAt, type Token, type Words } from './period.ts'

/** Longer texts are not read. */
export const WRITTEN_MAX = 200
const PHRASE_MAX = 8

export type Vocabulary = {
  country: Country
  /** The company's current day, `yyyy-MM-dd`. */
  today: string
  tags: readonly { tagId: number; tagName: string }[]
  /** Names of holders of the fleet that may contain unknown words. */
  holders: readonly string[]
}

/**
 * Not a state: an abbreviation that is also a word; words that are one name only without a space, «qro o gto»; and
 * texts with signs or digits, «-cdmx», a state's number.
 */
const NO_STATE = /^(?:sin|son)$|(?:^|\s)[ou](?:\s|$)|[^\p{L}\s.,]/u

const MARKS = '$«»"“”\'()¿?¡!,;:.'
const withoutMarks = (raw: string): string => {
  let [from, to] = [0, raw.length]
  while (from < to && MARKS.includes(raw[from] ?? '')) from++
  while (from < to && MARKS.includes(raw[to - 1] ?? '')) to--
  return raw.slice(from, to)
}

const tokensOf = (text: string): Token[] =>
  (text.slice(0, WRITTEN_MAX).match(/[<>]=?|[=≥≤]|[^\s<>=≥≤]+/gu) ?? []).flatMap((raw) => {
    const bare = withoutMarks(raw)
    return bare ? [{ raw: bare, word: plainText(bare) }] : []
  })

const wordsOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ')

export class Phrases implements Words {
  readonly tokens: readonly Token[]
  readonly today: string
  readonly #country: Country
  readonly #lexicon: ReadonlyMap<string, Meaning>
  readonly #tags: ReadonlyMap<string, readonly number[]>
  readonly #holders: readonly string[]

  constructor(text: string, { country, today, tags, holders }: Vocabulary) {
    this.tokens = tokensOf(text)
    this.today = today
    this.#country = country
    this.#lexicon = LEXICON[country]
    const named = Map.groupBy(tags, ({ tagName }) => wordsOf(tokensOf(tagName)))
    this.#tags = new Map([...named].map(([name, those]) => [name, those.map(({ tagId }) => tagId)]))
    this.#holders = holders.map((name) => ` ${plainText(name)} `)
  }

  wordAt(at: number): string {
    return this.tokens[at]?.word ?? ''
  }

  /** The words as typed. */
  raw(from: number, to: number): string {
    return this.tokens
      .slice(from, to)
      .map(({ raw }) => raw)
      .join(' ')
  }

  meaningAt(at: number): Match | undefined {
    const length = this.#longest(at, (words) => this.#lexicon.has(words))
    const meaning = this.#lexicon.get(this.#words(at, length))
    return meaning && { length, meaning }
  }

  stateAt(at: number): { length: number; stateId: number } | undefined {
    const find = (words: string) => (NO_STATE.test(words) ? undefined : findState(words, this.#country))
    const length = this.#longest(at, (words) => find(words) !== undefined)
    const stateId = find(this.#words(at, length))
    return length && stateId !== undefined ? { length, stateId } : undefined
  }

  /** All tags with that name. */
  tagsAt(at: number): { length: number; tagIds: readonly number[] } | undefined {
    const length = this.#longest(at, (words) => this.#tags.has(words))
    const tagIds = this.#tags.get(this.#words(at, length))
    return tagIds && { length, tagIds }
  }

  /** @returns the number of words from there that are part of a holder's name; 0: none */
  holderLength(at: number): number {
    return this.#longest(at, (words) => words.length > 2 && this.#holders.some((name) => name.includes(` ${words}`)))
  }

  isYear(at: number): boolean {
    return /^(?:19[5-9]\d|20\d\d)$/.test(this.wordAt(at))
  }

  isStateOrNumber(at: number): boolean {
    return this.stateAt(at) !== undefined || numberAt(this, at) !== undefined
  }

  /** The index of the next word that is not a filler. */
  after(at: number): number {
    let next = at
    for (let match = this.meaningAt(next); match?.meaning.as === 'skip'; match = this.meaningAt(next))
      next += match.length
    return next
  }

  /** The index after the phrase that starts there. */
  endAt(at: number): number {
    const length = Math.max(this.meaningAt(at)?.length ?? 0, this.stateAt(at)?.length ?? 0, 1)
    return Math.min(at + length, this.tokens.length)
  }

  #words(at: number, length: number): string {
    return wordsOf(this.tokens.slice(at, at + length))
  }

  /** @returns the length of the longest match from there; 0 without one */
  #longest(at: number, passes: (words: string) => boolean): number {
    for (let length = Math.min(PHRASE_MAX, this.tokens.length - at); length > 0; length--)
      if (passes(this.#words(at, length))) return length
    return 0
  }
}
