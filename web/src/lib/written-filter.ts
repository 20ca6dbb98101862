// A filter of the fleet as people write it: «multas > 5000 jalisco», «vence soat 15 días». Reads what its vocabulary
// has and names the rest; it never guesses. Pure. Cost: the words of the text, each against phrases of a few words.
import type { VehicleFilter } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/countries'
import type { StatusColumn } from '@padron/contract/resources'
import { findState } from '@padron/contract/state-names'
import { EXPIRY_KINDS, type ExpiryKind } from '@padron/contract/vehicle-fields'
import { plainText } from './plain-text.ts'
import { type Days, type Field, LEXICON, type Meaning, UNITS } from './written-filter-words.ts'
import { type Amount, type Match, numberAt, type Period, periodAt, type Token, type Words } from './written-period.ts'

/** What is longer is not read. */
export const WRITTEN_MAX = 200
const PHRASE_MAX = 8
const CENT = 0.01
/** What the wire takes. */
const AMOUNT_MAX = 999_999_999_999
const cents = (amount: number): number => Math.round(amount * 100) / 100

export type Vocabulary = {
  country: Country
  /** The company's day, `yyyy-MM-dd`. */
  today: string
  tags: readonly { tagId: number; tagName: string }[]
  /** Names of holders of the fleet that what is not understood may be part of. */
  holders: readonly string[]
}
/** `unknown`: what was not understood, as it was typed. */
export type Written = { filter: VehicleFilter; unknown: readonly string[] }

/**
 * An abbreviation that is a word of its own, words that are one name only without the space between them, «qro o gto»,
 * and whatever has signs or figures: «-cdmx», a state's number.
 */
const NO_STATE = /^(?:sin|son)$|(?:^|\s)[ou](?:\s|$)|[^\p{L}\s.,]/u
/** Of a debt it says the opposite of what the debt alone does. */
const PAID = /^pagad[oa]s?$/

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

const FIELD_GROUPS: Record<Field, 'vehicleAsset' | 'rfc' | 'lessor' | 'brand' | 'model'> = {
  rfcName: 'rfc',
  taxIdentifier: 'rfc',
  lessorName: 'lessor',
  brandName: 'brand',
  modelName: 'model',
  plate: 'vehicleAsset',
  vin: 'vehicleAsset',
  customId: 'vehicleAsset',
}
/** The value of the others is one word. */
const LONG_FIELDS: readonly Field[] = ['rfcName', 'lessorName', 'brandName', 'modelName']

class Reader {
  readonly #tokens: readonly Token[]
  readonly #vocabulary: Vocabulary
  readonly #words: Words
  readonly #lexicon: ReadonlyMap<string, Meaning>
  readonly #tags: ReadonlyMap<string, readonly number[]>
  readonly #holders: readonly string[]
  /** Where the words are that were not understood. */
  readonly #unknown = new Set<number>()
  readonly #skipped = new Set<number>()

  readonly #groups: Record<string, Record<string, unknown>> = {}
  readonly #lists = new Map<string, Set<number>>()
  #debts: { types: number[] | undefined; total: { totalFrom?: number; totalTo?: number } | undefined } | undefined
  #withoutDebts = false
  #due: { kinds: ExpiryKind[]; days: Days | undefined; at: number[] } | undefined
  /** Papers that a verb further on speaks of. */
  #papers: { kinds: ExpiryKind[]; at: number[] } = { kinds: [], at: [] }
  /** Days that a verb further on may need. */
  #days: { days: Days; at: number[] } | undefined
  #last = ''
  #or: { at: number; of: string } | undefined

  constructor(text: string, vocabulary: Vocabulary) {
    this.#tokens = tokensOf(text)
    this.#vocabulary = vocabulary
    this.#lexicon = LEXICON[vocabulary.country]
    const meaningAt = (at: number) => this.#meaning(at)
    this.#words = { tokens: this.#tokens, meaningAt, today: vocabulary.today }
    const names = Map.groupBy(vocabulary.tags, ({ tagName }) => this.#key(tokensOf(tagName)))
    this.#tags = new Map([...names].map(([name, tags]) => [name, tags.map(({ tagId }) => tagId)]))
    this.#holders = vocabulary.holders.map((name) => ` ${plainText(name)} `)
  }

  #key(tokens: readonly Token[]): string {
    return tokens.map(({ word }) => word).join(' ')
  }

  /** @returns how many words from there are the longest that passes; 0 where none does */
  #longest(at: number, passes: (words: string) => boolean): number {
    for (let length = Math.min(PHRASE_MAX, this.#tokens.length - at); length > 0; length--)
      if (passes(this.#key(this.#tokens.slice(at, at + length)))) return length
    return 0
  }

  #meaning(at: number): Match | undefined {
    const length = this.#longest(at, (words) => this.#lexicon.has(words))
    const meaning = this.#lexicon.get(this.#key(this.#tokens.slice(at, at + length)))
    return meaning && { length, meaning }
  }

  #state(at: number): { length: number; stateId: number } | undefined {
    const { country } = this.#vocabulary
    const find = (words: string) => (NO_STATE.test(words) ? undefined : findState(words, country))
    const length = this.#longest(at, (words) => find(words) !== undefined)
    const stateId = find(this.#key(this.#tokens.slice(at, at + length)))
    return length && stateId !== undefined ? { length, stateId } : undefined
  }

  #mark(where: Set<number>, from: number, to: number): number {
    for (let at = from; at < to; at++) where.add(at)
    return to
  }

  #refuse(from: number, to: number): number {
    return this.#mark(this.#unknown, from, to)
  }

  /** The next word that is no filler. */
  #after(at: number): number {
    let next = at
    for (let match = this.#meaning(next); match?.meaning.as === 'skip'; match = this.#meaning(next))
      next += match.length
    return next
  }

  #conditionSet(key: string): void {
    if (this.#or && this.#or.of !== key) this.#unknown.add(this.#or.at)
    this.#or = undefined
    this.#last = key
  }

  #addTo(list: string, id: number): void {
    const ids = this.#lists.get(list) ?? new Set()
    this.#lists.set(list, ids.add(id))
    this.#conditionSet(list)
  }

  #setField(field: string, group: string, value: unknown): boolean {
    if (this.#groups[group]?.[field] !== undefined) return false
    this.#groups[group] = { ...this.#groups[group], [field]: value }
    this.#conditionSet(field)
    return true
  }

  /** An amount compared, from its words on; undefined where it is none. */
  #total(at: number): { total: { totalFrom?: number; totalTo?: number }; next: number } | undefined {
    const match = this.#meaning(at)
    if (match?.meaning.as !== 'compare') return undefined
    const { how } = match.meaning
    const first = numberAt(this.#words, this.#after(at + match.length))
    if (!first || first.value > AMOUNT_MAX || UNITS[this.#tokens[first.next]?.word ?? '']) return undefined
    if (how === 'between') return this.#between(first)
    const { value } = first
    const next = first.next
    if (how === 'over') return { total: { totalFrom: cents(value + CENT) }, next }
    if (how === 'least') return { total: { totalFrom: value }, next }
    if (how === 'equal') return { total: { totalFrom: value, totalTo: value }, next }
    if (how === 'most') return { total: { totalTo: value }, next }
    return value >= CENT ? { total: { totalTo: cents(value - CENT) }, next } : undefined
  }

  #between(first: Amount) {
    const joins = ['y', 'a', 'hasta', '-'].includes(this.#tokens[first.next]?.word ?? '')
    const second = joins ? numberAt(this.#words, first.next + 1) : undefined
    if (!second || second.value > AMOUNT_MAX) return undefined
    // «entre 5 y 10 mil»
    const low = !first.times && second.times && first.value < 1_000 ? first.value * 1_000 : first.value
    const [totalFrom, totalTo] = low <= second.value ? [low, second.value] : [second.value, low]
    return { total: { totalFrom, totalTo }, next: second.next }
  }

  #readDebt(at: number, { length, meaning }: Match & { meaning: { as: 'debt' } & Meaning }): number {
    const types = meaning.as === 'debt' ? meaning.types : undefined
    const end = at + length
    if (this.#isPaid(end)) return this.#refuse(at, end + 1)
    const compared = this.#total(this.#after(end)) ?? this.#orMore(this.#after(end))
    const next = compared?.next ?? end
    // One amount is of all the kinds together: another kind's own amount cannot be said beside it.
    if (this.#withoutDebts) return this.#refuse(at, next)
    if (this.#debts?.total && (compared || this.#debts.types)) return this.#refuse(at, next)
    const before = this.#debts?.types
    this.#debts = {
      types: types ? [...new Set([...(before ?? []), ...types])] : before,
      total: compared?.total ?? this.#debts?.total,
    }
    this.#conditionSet('debts')
    return next
  }

  /** «5000 o más», «5000 o menos». */
  #orMore(at: number) {
    const amount = numberAt(this.#words, at)
    const [or, more] = amount ? this.#tokens.slice(amount.next, amount.next + 2) : []
    if (!amount || amount.value > AMOUNT_MAX || or?.word !== 'o' || (more?.word !== 'mas' && more?.word !== 'menos'))
      return undefined
    const total = more.word === 'mas' ? { totalFrom: amount.value } : { totalTo: amount.value }
    return { total, next: amount.next + 2 }
  }

  #readTotal(at: number): number {
    const compared = this.#total(at)
    const total = { ...compared?.total, ...this.#debts?.total }
    // «>= 5000 <= 8000»: each says another end.
    const isOther = !this.#debts?.total || Object.keys(total).length > Object.keys(this.#debts.total).length
    if (!compared || !isOther || this.#withoutDebts)
      return this.#refuse(at, compared?.next ?? at + (this.#meaning(at)?.length ?? 1))
    this.#debts = { types: this.#debts?.types, total }
    this.#conditionSet('debts')
    return compared.next
  }

  /** Whether a verb of falling due follows, with nothing but papers in between. */
  #isDueAhead(at: number): boolean {
    for (let next = this.#after(at); ; ) {
      const match = this.#meaning(next)
      if (match?.meaning.as === 'due') return true
      if (match?.meaning.as !== 'paper' && match?.meaning.as !== 'or') return false
      next = this.#after(next + match.length)
    }
  }

  #readPaper(at: number, { length, meaning }: Match, isWith: boolean): number {
    if (meaning.as !== 'paper') return at + length
    const end = at + length
    if (meaning.due && this.#isDueAhead(end)) {
      this.#papers.kinds.push(meaning.due)
      this.#papers.at.push(...Array.from({ length }, (_, index) => at + index))
      this.#last = 'due'
      return end
    }
    const adjective = this.#meaning(this.#after(end))
    const next = this.#after(end) + (adjective?.length ?? 0)
    const { column } = meaning
    if (!column && adjective && ['good', 'bad', 'inactive'].includes(adjective.meaning.as))
      return this.#refuse(at, next)
    if (column && adjective?.meaning.as === 'good') return this.#addStatus(column, meaning.held, next)
    if (column && adjective?.meaning.as === 'bad') return this.#addStatus(column, meaning.missing, next)
    if (column === 'plateStatus' && adjective?.meaning.as === 'inactive') return this.#addStatus(column, 29, next)
    if (column && (isWith || meaning.alone === 'held')) return this.#addStatus(column, meaning.held, end)
    return meaning.alone === 'field' ? this.#readField(at, length, 'plate') : this.#refuse(at, end)
  }

  #addStatus(column: StatusColumn, id: number, next: number): number {
    this.#addTo(column, id)
    return next
  }

  /** «sin adeudo», or of one kind: «sin adeudos de multas». Not beside debts that it has. */
  #readWithoutDebts(at: number, end: number): number {
    const of = this.#after(end)
    const kind = of > end ? this.#meaning(of) : undefined
    if (kind?.meaning.as === 'debt' && kind.meaning.clear)
      return this.#addStatus(...kind.meaning.clear, of + kind.length)
    if (this.#debts) return this.#refuse(at, end)
    this.#withoutDebts = true
    this.#conditionSet('withoutDebts')
    return end
  }

  #isPaid(at: number): boolean {
    return PAID.test(this.#tokens[at]?.word ?? '')
  }

  #readWithout(at: number, length: number): number {
    const next = this.#after(at + length)
    const match = this.#meaning(next)
    if (match?.meaning.as === 'debt' && this.#isPaid(next + match.length))
      return this.#refuse(at, next + match.length + 1)
    if (match?.meaning.as === 'debt' && !match.meaning.types) return this.#readWithoutDebts(at, next + match.length)
    if (match?.meaning.as === 'debt' && match.meaning.clear)
      return this.#addStatus(...match.meaning.clear, next + match.length)
    if (match?.meaning.as === 'paper' && match.meaning.column) {
      const end = next + match.length
      const adjective = this.#meaning(this.#after(end))
      const isGood = adjective?.meaning.as === 'good'
      // A vehicle without plates has no expired ones.
      if (match.meaning.column === 'plateStatus' && !isGood) return this.#refuse(at, end)
      return this.#addStatus(
        match.meaning.column,
        match.meaning.missing,
        isGood ? this.#after(end) + adjective.length : end,
      )
    }
    return this.#refuse(at, this.#endOfUnknown(next))
  }

  /** After the phrase that begins there, whatever it says. */
  #endOfUnknown(at: number): number {
    const length = Math.max(this.#meaning(at)?.length ?? 0, this.#state(at)?.length ?? 0, 1)
    return Math.min(at + length, this.#tokens.length)
  }

  #readDue(at: number, length: number): number {
    const kinds = [...this.#papers.kinds]
    let next = at + length
    for (;;) {
      const start = this.#after(this.#meaning(this.#after(next))?.meaning.as === 'or' ? this.#after(next) + 1 : next)
      const paper = this.#meaning(start)
      if (paper?.meaning.as !== 'paper' || !paper.meaning.due) break
      kinds.push(paper.meaning.due)
      next = start + paper.length
    }
    // «vence soat 15 días» where nothing is called so: not everything else that falls due.
    const stray = this.#after(next)
    const strayed = this.#isUnknown(stray) ? periodAt(this.#words, stray + 1) : undefined
    const period = periodAt(this.#words, next)
    const end = (strayed ?? period)?.next ?? next
    const words = [...this.#papers.at, ...Array.from({ length: end - at }, (_, index) => at + index)]
    this.#papers = { kinds: [], at: [] }
    if (this.#due || strayed || (period && !period.days)) {
      for (const each of words) this.#unknown.add(each)
      return end
    }
    this.#due = { kinds: [...new Set(kinds)], days: period?.days, at: words }
    this.#conditionSet('due')
    return end
  }

  /** A word that says nothing by itself. */
  #isUnknown(at: number): boolean {
    const isRead = this.#meaning(at) || this.#isPlace(at) || periodAt(this.#words, at)
    return at < this.#tokens.length && !isRead && this.#tagLength(at) + this.#holderLength(at) === 0
  }

  /** A field's name, then its value: up to the next word that says something else. */
  #readField(at: number, length: number, field: Field): number {
    const { word = '' } = this.#tokens[at + length] ?? {}
    const start = ['=', 'es'].includes(word) ? at + length + 1 : at + length
    if (start >= this.#tokens.length) return this.#refuse(at, start)
    // «placas de jalisco» names no plate.
    if (field === 'plate' && !/\d/.test(this.#raw(start, start + 1))) return this.#refuse(at, at + length)
    if (field === 'modelName' && this.#isYear(start)) return this.#readYear(at, start)
    let end = start + 1
    if (LONG_FIELDS.includes(field))
      for (let next = this.#after(end); next < this.#tokens.length && !this.#meaning(next) && !this.#isPlace(next); ) {
        end = next + 1
        next = this.#after(end)
      }
    const value = this.#raw(start, end)
    return this.#setField(field, FIELD_GROUPS[field], value) ? end : this.#refuse(at, end)
  }

  #isPlace(at: number): boolean {
    return this.#state(at) !== undefined || numberAt(this.#words, at) !== undefined
  }

  #isYear(at: number): boolean {
    return /^(?:19[5-9]\d|20\d\d)$/.test(this.#tokens[at]?.word ?? '')
  }

  #readYear(at: number, value: number): number {
    if (!this.#isYear(value)) return this.#refuse(at, Math.min(value + 1, this.#tokens.length))
    const isSet = this.#setField('year', 'model', Number(this.#tokens[value]?.word))
    return isSet ? value + 1 : this.#refuse(at, value + 1)
  }

  #raw(from: number, to: number): string {
    return this.#tokens
      .slice(from, to)
      .map(({ raw }) => raw)
      .join(' ')
  }

  #tagLength(at: number): number {
    return this.#longest(at, (words) => this.#tags.has(words))
  }

  #readTag(at: number, length: number): number {
    for (const tagId of this.#tags.get(this.#key(this.#tokens.slice(at, at + length))) ?? []) this.#addTo('tags', tagId)
    return at + length
  }

  #holderLength(at: number): number {
    const starts = (words: string): boolean =>
      words.length > 2 && this.#holders.some((name) => name.includes(` ${words}`))
    return this.#groups.rfc?.rfcName === undefined ? this.#longest(at, starts) : 0
  }

  #read(at: number): number {
    const match = this.#meaning(at)
    const state = this.#state(at)
    const known = Math.max(match?.length ?? 0, state?.length ?? 0)
    const tag = this.#tagLength(at)
    if (tag > known) return this.#readTag(at, tag)
    const holder = match?.meaning.as === 'skip' ? 0 : this.#holderLength(at)
    if (holder > known) {
      this.#setField('rfcName', 'rfc', this.#raw(at, at + holder))
      return at + holder
    }
    if (state && state.length >= (match?.length ?? 0)) {
      this.#addTo('states', state.stateId)
      return at + state.length
    }
    return match ? this.#readMeaning(at, match) : this.#readOther(at)
  }

  #readMeaning(at: number, match: Match): number {
    const { length, meaning } = match
    switch (meaning.as) {
      case 'skip': {
        const period = periodAt(this.#words, at)
        return period ? this.#holdPeriod(at, period) : this.#mark(this.#skipped, at, at + length)
      }
      case 'or':
        this.#or = { at, of: this.#last }
        return at + length
      case 'not':
        return this.#refuse(at, this.#endOfUnknown(this.#after(at + length)))
      case 'without':
        return this.#readWithout(at, length)
      case 'with': {
        const next = this.#after(at + length)
        const paper = this.#meaning(next)
        return paper?.meaning.as === 'paper' ? this.#readPaper(next, paper, true) : next
      }
      case 'debt':
        return this.#readDebt(at, { length, meaning })
      case 'paper':
        return this.#readPaper(at, match, false)
      case 'status':
        return this.#addStatus(meaning.column, meaning.id, at + length)
      case 'any':
        this.#addTo('anyStatus', meaning.id)
        return at + length
      case 'asset':
        this.#addTo('assetStatus', meaning.id)
        return at + length
      case 'due':
        return this.#readDue(at, length)
      case 'compare':
        return this.#readTotal(at)
      case 'field':
        return this.#readField(at, length, meaning.field)
      case 'year':
        return this.#readYear(at, at + length)
      case 'tag': {
        const tag = this.#tagLength(this.#after(at + length))
        return tag ? this.#readTag(this.#after(at + length), tag) : this.#refuse(at, at + length)
      }
      case 'period':
      case 'month': {
        const period = periodAt(this.#words, at)
        return period ? this.#holdPeriod(at, period) : this.#refuse(at, at + length)
      }
      default:
        return this.#refuse(at, at + length)
    }
  }

  #readOther(at: number): number {
    const period = periodAt(this.#words, at)
    if (period) return this.#holdPeriod(at, period)
    return this.#refuse(at, numberAt(this.#words, at)?.next ?? at + 1)
  }

  /** Days of a verb that was read without them, or that comes further on. */
  #holdPeriod(from: number, { days, next }: Period): number {
    if (!days) return this.#refuse(from, next)
    const at = Array.from({ length: next - from }, (_, index) => from + index)
    if (this.#due && !this.#due.days) this.#due = { ...this.#due, days, at: [...this.#due.at, ...at] }
    else if (this.#days) return this.#refuse(from, next)
    else this.#days = { days, at }
    return next
  }

  #close(): void {
    if (this.#due && !this.#due.days && this.#days) {
      this.#due = { ...this.#due, days: this.#days.days }
      this.#days = undefined
    }
    // Without days nobody knows how soon: it is not a filter.
    for (const at of [...(this.#due && !this.#due.days ? this.#due.at : []), ...(this.#days?.at ?? [])])
      this.#unknown.add(at)
  }

  #filter(): VehicleFilter {
    const list = (name: string): number[] | undefined => {
      const ids = this.#lists.get(name)
      return ids && [...ids]
    }
    const columns = [...this.#lists.keys()].filter((name) => name.endsWith('Status') && !NOT_COLUMNS.includes(name))
    const statuses = Object.fromEntries(columns.map((column) => [column, list(column)]))
    const vehicleAsset = { ...this.#groups.vehicleAsset, ...statuses }
    const { types, total } = this.#debts ?? {}
    const { kinds = [], days } = this.#due ?? {}
    const parts = {
      ...this.#groups,
      vehicleAsset: Object.keys(vehicleAsset).length ? vehicleAsset : undefined,
      state: list('states') && { stateId: list('states') },
      tags: list('tags')?.map((tagId) => ({ tagId })),
      assetHistoric: list('assetStatus') && { assetStatusId: list('assetStatus') },
      anyStatus: list('anyStatus'),
      withoutDebts: this.#withoutDebts || undefined,
      debts: this.#debts && { ...(types && { types }), ...total },
      due: days && { kinds: kinds.length ? kinds : ALL_KINDS, ...days },
    }
    return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as VehicleFilter
  }

  /** Neighbours are named together, with the fillers between them. */
  #unknownTexts(): string[] {
    const texts: string[] = []
    for (let at = 0; at < this.#tokens.length; at++) {
      if (!this.#unknown.has(at)) continue
      let end = at + 1
      for (let next = end; next < this.#tokens.length; next++) {
        if (this.#unknown.has(next)) end = next + 1
        else if (!this.#skipped.has(next)) break
      }
      texts.push(this.#raw(at, end))
      at = end - 1
    }
    return texts
  }

  read(): Written {
    for (let at = 0; at < this.#tokens.length; ) at = Math.max(this.#read(at), at + 1)
    this.#close()
    return { filter: this.#filter(), unknown: this.#unknownTexts() }
  }
}

const NOT_COLUMNS: readonly string[] = ['anyStatus', 'assetStatus']
/** A policy is what a source or a document says. */
const ALL_KINDS = EXPIRY_KINDS.filter((kind) => kind !== 'insurance')

export const readWrittenFilter = (text: string, vocabulary: Vocabulary): Written => new Reader(text, vocabulary).read()
