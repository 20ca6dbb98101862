// The conditions of a written filter read so far, and the words that were not understood. Pure.
import type { VehicleFilter } from '@padron/contract/catalogue/filter'
import { EXPIRY_KINDS, type ExpiryKind } from '@padron/contract/vehicles/fields'
import type { Total } from './amounts.ts'
import type { Days } from './lexicon.ts'
import type { Phrases } from './phrases.ts'

const NOT_COLUMNS: readonly string[] = ['anyStatus', 'assetStatus']
/** A policy is known from a source or from a document. */
const ALL_KINDS = EXPIRY_KINDS.filter((kind) => kind !== 'insurance')

export class Conditions {
  /** `types`: undefined means all kinds. */
  debts: { types: number[] | undefined; total: Total | undefined } | undefined
  withoutDebts = false
  /** `at`: its words. Without days it is not a complete filter. */
  due: { kinds: ExpiryKind[]; days: Days | undefined; at: number[] } | undefined
  readonly #groups: Record<string, Record<string, unknown>> = {}
  readonly #lists = new Map<string, Set<number>>()
  readonly #unknown = new Set<number>()
  readonly #skipped = new Set<number>()
  /** The subject of the last words: «o» joins two conditions of the same subject only. */
  #last = ''
  #or: { at: number; of: string } | undefined

  /** Marks words as not understood. @returns the index after them */
  refuse(from: number, to: number): number {
    for (let at = from; at < to; at++) this.#unknown.add(at)
    return to
  }

  refuseAll(words: readonly number[]): void {
    for (const at of words) this.#unknown.add(at)
  }

  /** Marks words as fillers. @returns the index after them */
  skip(from: number, to: number): number {
    for (let at = from; at < to; at++) this.#skipped.add(at)
    return to
  }

  orAt(at: number): void {
    this.#or = { at, of: this.#last }
  }

  /** Sets the subject of the words, without a condition. */
  about(key: string): void {
    this.#last = key
  }

  /** Records that a condition was set. */
  set(key: string): void {
    if (this.#or && this.#or.of !== key) this.#unknown.add(this.#or.at)
    this.#or = undefined
    this.#last = key
  }

  addTo(list: string, id: number): void {
    const ids = this.#lists.get(list) ?? new Set()
    this.#lists.set(list, ids.add(id))
    this.set(list)
  }

  hasField(group: string, field: string): boolean {
    return this.#groups[group]?.[field] !== undefined
  }

  /** @returns whether the field was not set before */
  setField(field: string, group: string, value: unknown): boolean {
    if (this.hasField(group, field)) return false
    this.#groups[group] = { ...this.#groups[group], [field]: value }
    this.set(field)
    return true
  }

  /** Sets the days of due dates. @returns whether they were missing */
  setDays(days: Days, at: readonly number[]): boolean {
    if (!this.due || this.due.days) return false
    this.due = { ...this.due, days, at: [...this.due.at, ...at] }
    return true
  }

  /** Called at the end of the text. */
  close(): void {
    if (this.due && !this.due.days) this.refuseAll(this.due.at)
  }

  filter(): VehicleFilter {
    const list = (name: string): number[] | undefined => {
      const ids = this.#lists.get(name)
      return ids && [...ids]
    }
    const columns = [...this.#lists.keys()].filter((name) => name.endsWith('Status') && !NOT_COLUMNS.includes(name))
    const statuses = Object.fromEntries(columns.map((column) => [column, list(column)]))
    const vehicleAsset = { ...this.#groups.vehicleAsset, ...statuses }
    const { types, total } = this.debts ?? {}
    const { kinds = [], days } = this.due ?? {}
    const parts = {
      ...this.#groups,
      vehicleAsset: Object.keys(vehicleAsset).length ? vehicleAsset : undefined,
      state: list('states') && { stateId: list('states') },
      tags: list('tags')?.map((tagId) => ({ tagId })),
      assetHistoric: list('assetStatus') && { assetStatusId: list('assetStatus') },
      anyStatus: list('anyStatus'),
      withoutDebts: this.withoutDebts || undefined,
      debts: this.debts && { ...(types && { types }), ...total },
      due: days && { kinds: kinds.length ? kinds : ALL_KINDS, ...days },
    }
    return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as VehicleFilter
  }

  /** Adjacent unknown words are one text, with the fillers between them. */
  unknownTexts(phrases: Phrases): string[] {
    const texts: string[] = []
    const count = phrases.tokens.length
    for (let at = 0; at < count; at++) {
      if (!this.#unknown.has(at)) continue
      let end = at + 1
      for (let next = end; next < count; next++) {
        if (this.#unknown.has(next)) end = next + 1
        else if (!this.#skipped.has(next)) break
      }
      texts.push(phrases.raw(at, end))
      at = end - 1
    }
    return texts
  }
}
