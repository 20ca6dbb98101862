// Reads a filter of the fleet as people write it: «multas > 5000 jalisco», «vence soat 15 días». It understands its
// vocabulary and returns the other words; it never guesses. Pure. Cost: the words of the text, each compared with
// phrases of a few words.
import type { VehicleFilter } from '@padron/contract/catalogue/filter'
import type { StatusColumn } from '@padron/contract/resources'
import type { ExpiryKind } from '@padron/contract/vehicles/fields'
import { comparedAt, orMoreAt } from './amounts.ts'
import { Conditions } from './conditions.ts'
import type { Days, Field, Meaning } from './lexicon.ts'
import { type Match, numberAt, type Period, periodAt } from './period.ts'
import { Phrases, type Vocabulary } from './phrases.ts'

/** `unknown`: the words not understood, as typed. */
export type Written = { filter: VehicleFilter; unknown: readonly string[] }

/** After a debt it means the opposite of the debt alone. */
const PAID = /^pagad[oa]s?$/

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
/** The values of these fields may have several words; those of the others have one. */
const LONG_FIELDS: readonly Field[] = ['rfcName', 'lessorName', 'brandName', 'modelName']

class Reader {
  readonly #phrases: Phrases
  readonly #conditions = new Conditions()
  /** Documents mentioned before their verb. */
  #papers: { kinds: ExpiryKind[]; at: number[] } = { kinds: [], at: [] }
  /** Days mentioned before their verb. */
  #days: { days: Days; at: number[] } | undefined

  constructor(phrases: Phrases) {
    this.#phrases = phrases
  }

  #readDebt(at: number, { length, meaning }: Match & { meaning: { as: 'debt' } & Meaning }): number {
    const types = meaning.as === 'debt' ? meaning.types : undefined
    const end = at + length
    if (this.#isPaid(end)) return this.#conditions.refuse(at, end + 1)
    const compared =
      comparedAt(this.#phrases, this.#phrases.after(end)) ?? orMoreAt(this.#phrases, this.#phrases.after(end))
    const next = compared?.next ?? end
    // One amount applies to the total of all kinds: a second amount for another kind cannot be expressed.
    if (this.#conditions.withoutDebts) return this.#conditions.refuse(at, next)
    if (this.#conditions.debts?.total && (compared || this.#conditions.debts.types))
      return this.#conditions.refuse(at, next)
    const before = this.#conditions.debts?.types
    this.#conditions.debts = {
      types: types ? [...new Set([...(before ?? []), ...types])] : before,
      total: compared?.total ?? this.#conditions.debts?.total,
    }
    this.#conditions.set('debts')
    return next
  }

  #readTotal(at: number): number {
    const compared = comparedAt(this.#phrases, at)
    const total = { ...compared?.total, ...this.#conditions.debts?.total }
    // «>= 5000 <= 8000»: each sets another limit.
    const isOther =
      !this.#conditions.debts?.total || Object.keys(total).length > Object.keys(this.#conditions.debts.total).length
    if (!compared || !isOther || this.#conditions.withoutDebts)
      return this.#conditions.refuse(at, compared?.next ?? at + (this.#phrases.meaningAt(at)?.length ?? 1))
    this.#conditions.debts = { types: this.#conditions.debts?.types, total }
    this.#conditions.set('debts')
    return compared.next
  }

  /** Whether a verb of due dates follows, with only documents in between. */
  #isDueAhead(at: number): boolean {
    for (let next = this.#phrases.after(at); ; ) {
      const match = this.#phrases.meaningAt(next)
      if (match?.meaning.as === 'due') return true
      if (match?.meaning.as !== 'paper' && match?.meaning.as !== 'or') return false
      next = this.#phrases.after(next + match.length)
    }
  }

  #readPaper(at: number, { length, meaning }: Match, isWith: boolean): number {
    if (meaning.as !== 'paper') return at + length
    const end = at + length
    if (meaning.due && this.#isDueAhead(end)) {
      this.#papers.kinds.push(meaning.due)
      this.#papers.at.push(...Array.from({ length }, (_, index) => at + index))
      this.#conditions.about('due')
      return end
    }
    const adjective = this.#phrases.meaningAt(this.#phrases.after(end))
    const next = this.#phrases.after(end) + (adjective?.length ?? 0)
    const { column } = meaning
    if (!column && adjective && ['good', 'bad', 'inactive'].includes(adjective.meaning.as))
      return this.#conditions.refuse(at, next)
    if (column && adjective?.meaning.as === 'good') return this.#addStatus(column, meaning.held, next)
    if (column && adjective?.meaning.as === 'bad') return this.#addStatus(column, meaning.missing, next)
    if (column === 'plateStatus' && adjective?.meaning.as === 'inactive') return this.#addStatus(column, 29, next)
    if (column && (isWith || meaning.alone === 'held')) return this.#addStatus(column, meaning.held, end)
    return meaning.alone === 'field' ? this.#readField(at, length, 'plate') : this.#conditions.refuse(at, end)
  }

  #addStatus(column: StatusColumn, id: number, next: number): number {
    this.#conditions.addTo(column, id)
    return next
  }

  /** «sin adeudo», or of one kind: «sin adeudos de multas». Not combined with existing debts. */
  #readWithoutDebts(at: number, end: number): number {
    const of = this.#phrases.after(end)
    const kind = of > end ? this.#phrases.meaningAt(of) : undefined
    if (kind?.meaning.as === 'debt' && kind.meaning.clear)
      return this.#addStatus(...kind.meaning.clear, of + kind.length)
    if (this.#conditions.debts) return this.#conditions.refuse(at, end)
    this.#conditions.withoutDebts = true
    this.#conditions.set('withoutDebts')
    return end
  }

  #isPaid(at: number): boolean {
    return PAID.test(this.#phrases.wordAt(at) ?? '')
  }

  #readWithout(at: number, length: number): number {
    const next = this.#phrases.after(at + length)
    const match = this.#phrases.meaningAt(next)
    if (match?.meaning.as === 'debt' && this.#isPaid(next + match.length))
      return this.#conditions.refuse(at, next + match.length + 1)
    if (match?.meaning.as === 'debt' && !match.meaning.types) return this.#readWithoutDebts(at, next + match.length)
    if (match?.meaning.as === 'debt' && match.meaning.clear)
      return this.#addStatus(...match.meaning.clear, next + match.length)
    if (match?.meaning.as === 'paper' && match.meaning.column) {
      const end = next + match.length
      const adjective = this.#phrases.meaningAt(this.#phrases.after(end))
      const isGood = adjective?.meaning.as === 'good'
      // A vehicle without plates has no expired ones.
      if (match.meaning.column === 'plateStatus' && !isGood) return this.#conditions.refuse(at, end)
      return this.#addStatus(
        match.meaning.column,
        match.meaning.missing,
        isGood ? this.#phrases.after(end) + adjective.length : end,
      )
    }
    return this.#conditions.refuse(at, this.#phrases.endAt(next))
  }

  #readDue(at: number, length: number): number {
    const kinds = [...this.#papers.kinds]
    let next = at + length
    for (;;) {
      const start = this.#phrases.after(
        this.#phrases.meaningAt(this.#phrases.after(next))?.meaning.as === 'or' ? this.#phrases.after(next) + 1 : next,
      )
      const paper = this.#phrases.meaningAt(start)
      if (paper?.meaning.as !== 'paper' || !paper.meaning.due) break
      kinds.push(paper.meaning.due)
      next = start + paper.length
    }
    // «vence soat 15 días» where «soat» is unknown: it must not mean every other due date.
    const stray = this.#phrases.after(next)
    const strayed = this.#isUnknown(stray) ? periodAt(this.#phrases, stray + 1) : undefined
    const period = periodAt(this.#phrases, next)
    const end = (strayed ?? period)?.next ?? next
    const words = [...this.#papers.at, ...Array.from({ length: end - at }, (_, index) => at + index)]
    this.#papers = { kinds: [], at: [] }
    if (this.#conditions.due || strayed || (period && !period.days)) {
      this.#conditions.refuseAll(words)
      return end
    }
    this.#conditions.due = { kinds: [...new Set(kinds)], days: period?.days, at: words }
    this.#conditions.set('due')
    return end
  }

  /** A field's name, then its value: up to the next word with another meaning. */
  #readField(at: number, length: number, field: Field): number {
    const start = ['=', 'es'].includes(this.#phrases.wordAt(at + length)) ? at + length + 1 : at + length
    if (start >= this.#phrases.tokens.length) return this.#conditions.refuse(at, start)
    // «placas de jalisco» is not a plate.
    if (field === 'plate' && !/\d/.test(this.#phrases.raw(start, start + 1)))
      return this.#conditions.refuse(at, at + length)
    if (field === 'modelName' && this.#phrases.isYear(start)) return this.#readYear(at, start)
    let end = start + 1
    if (LONG_FIELDS.includes(field))
      for (
        let next = this.#phrases.after(end);
        next < this.#phrases.tokens.length && !this.#phrases.meaningAt(next) && !this.#phrases.isStateOrNumber(next);
      ) {
        end = next + 1
        next = this.#phrases.after(end)
      }
    const value = this.#phrases.raw(start, end)
    return this.#conditions.setField(field, FIELD_GROUPS[field], value) ? end : this.#conditions.refuse(at, end)
  }

  #readYear(at: number, value: number): number {
    if (!this.#phrases.isYear(value))
      return this.#conditions.refuse(at, Math.min(value + 1, this.#phrases.tokens.length))
    const isSet = this.#conditions.setField('year', 'model', Number(this.#phrases.wordAt(value)))
    return isSet ? value + 1 : this.#conditions.refuse(at, value + 1)
  }

  #readTags(at: number, { length, tagIds }: { length: number; tagIds: readonly number[] }): number {
    for (const tagId of tagIds) this.#conditions.addTo('tags', tagId)
    return at + length
  }

  /** Only one holder is accepted: a second name is not understood. */
  #holderLength(at: number): number {
    return this.#conditions.hasField('rfc', 'rfcName') ? 0 : this.#phrases.holderLength(at)
  }

  /** Whether a word starts there that has no meaning by itself. */
  #isUnknown(at: number): boolean {
    const phrases = this.#phrases
    const isRead = phrases.meaningAt(at) || phrases.isStateOrNumber(at) || periodAt(phrases, at) || phrases.tagsAt(at)
    return at < phrases.tokens.length && !isRead && this.#holderLength(at) === 0
  }

  #read(at: number): number {
    const match = this.#phrases.meaningAt(at)
    const state = this.#phrases.stateAt(at)
    const known = Math.max(match?.length ?? 0, state?.length ?? 0)
    const tags = this.#phrases.tagsAt(at)
    if (tags && tags.length > known) return this.#readTags(at, tags)
    const holder = match?.meaning.as === 'skip' ? 0 : this.#holderLength(at)
    if (holder > known) {
      this.#conditions.setField('rfcName', 'rfc', this.#phrases.raw(at, at + holder))
      return at + holder
    }
    if (state && state.length >= (match?.length ?? 0)) {
      this.#conditions.addTo('states', state.stateId)
      return at + state.length
    }
    return match ? this.#readMeaning(at, match) : this.#readOther(at)
  }

  #readMeaning(at: number, match: Match): number {
    const { length, meaning } = match
    switch (meaning.as) {
      case 'skip': {
        const period = periodAt(this.#phrases, at)
        return period ? this.#holdPeriod(at, period) : this.#conditions.skip(at, at + length)
      }
      case 'or':
        this.#conditions.orAt(at)
        return at + length
      case 'not':
        return this.#conditions.refuse(at, this.#phrases.endAt(this.#phrases.after(at + length)))
      case 'without':
        return this.#readWithout(at, length)
      case 'with': {
        const next = this.#phrases.after(at + length)
        const paper = this.#phrases.meaningAt(next)
        return paper?.meaning.as === 'paper' ? this.#readPaper(next, paper, true) : next
      }
      case 'debt':
        return this.#readDebt(at, { length, meaning })
      case 'paper':
        return this.#readPaper(at, match, false)
      case 'status':
        return this.#addStatus(meaning.column, meaning.id, at + length)
      case 'any':
        this.#conditions.addTo('anyStatus', meaning.id)
        return at + length
      case 'asset':
        this.#conditions.addTo('assetStatus', meaning.id)
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
        const next = this.#phrases.after(at + length)
        const tags = this.#phrases.tagsAt(next)
        return tags ? this.#readTags(next, tags) : this.#conditions.refuse(at, at + length)
      }
      case 'period':
      case 'month': {
        const period = periodAt(this.#phrases, at)
        return period ? this.#holdPeriod(at, period) : this.#conditions.refuse(at, at + length)
      }
      default:
        return this.#conditions.refuse(at, at + length)
    }
  }

  #readOther(at: number): number {
    const period = periodAt(this.#phrases, at)
    if (period) return this.#holdPeriod(at, period)
    return this.#conditions.refuse(at, numberAt(this.#phrases, at)?.next ?? at + 1)
  }

  /** Stores days for a verb that was read without them, or that follows. */
  #holdPeriod(from: number, { days, next }: Period): number {
    if (!days) return this.#conditions.refuse(from, next)
    const at = Array.from({ length: next - from }, (_, index) => from + index)
    if (this.#conditions.setDays(days, at)) return next
    if (this.#days) return this.#conditions.refuse(from, next)
    this.#days = { days, at }
    return next
  }

  #close(): void {
    if (this.#days && !this.#conditions.setDays(this.#days.days, this.#days.at))
      this.#conditions.refuseAll(this.#days.at)
    this.#conditions.close()
  }

  read(): Written {
    for (let at = 0; at < this.#phrases.tokens.length; ) at = Math.max(this.#read(at), at + 1)
    this.#close()
    return { filter: this.#conditions.filter(), unknown: this.#conditions.unknownTexts(this.#phrases) }
  }
}

export const readWrittenFilter = (text: string, vocabulary: Vocabulary): Written =>
  new Reader(new Phrases(text, vocabulary)).read()
