// Whether an official calendar is active, why not, and its occurrences within some days. Pure.
import { weekOf } from '@padron/contract/days'
import type { OtherReading, RuleSource } from '@padron/contract/rules/official-rules'
import {
  type OwnCalendarFields,
  type OwnKind,
  ownRuleKey,
  ownWindowsText,
} from '@padron/contract/rules/own-calendar-rules'
import { reasonInactive } from '../../rules/in-force.ts'

export type Span = { from: string; to: string }
/** An occurrence; `otherTo`: its later last day by another source. */
export type Occurrence = Span & { otherTo: string | null }
export type StoredRule = RuleSource & {
  ruleKey: string
  own: boolean
  kind: OwnKind
  follows: string | null
  once: boolean
  title: string
  stateIds: number[] | null
  where: string
  digits: number[] | null
  plateYear: number | null
  plateForm: 'federal' | null
  spans: Span[]
  /** In the order of `spans`; null: no other source gives other days. */
  otherSpans: Span[] | null
  /** Applies to weekdays or days of the month, so it has no date. */
  daily: boolean
  says: string
  validFrom: string | null
  validTo: string | null
  note: string | null
  otherReading: OtherReading | null
  enabledOverride: boolean | null
}

export type StoredOwnCalendar = OwnCalendarFields & { ownCalendarId: number; where: string }

/** A company's own calendar as a rule beside the official ones: without source, ended once its last year is over. */
export const ownRule = ({
  ownCalendarId,
  kind,
  title,
  states,
  digits,
  windows,
  note,
  where,
}: StoredOwnCalendar): StoredRule => {
  const isYearly = windows.some(({ to }) => to.length === 5)
  return {
    ruleKey: ownRuleKey(ownCalendarId),
    own: true,
    kind,
    follows: null,
    once: true,
    title,
    stateIds: states.length > 0 ? states : null,
    where,
    digits: digits.length > 0 ? digits : null,
    plateYear: null,
    plateForm: null,
    spans: windows,
    otherSpans: null,
    daily: false,
    says: kind === 'holiday' ? `Día inhábil. ${ownWindowsText(windows)}` : ownWindowsText(windows),
    validFrom: null,
    validTo: isYearly
      ? null
      : (windows
          .map(({ to }) => to)
          .toSorted()
          .at(-1) ?? null),
    version: '',
    authority: null,
    source: 'Su empresa',
    sourceDate: null,
    link: null,
    note: note || null,
    otherReading: null,
    enabledOverride: null,
  }
}

/** A rule that begins later is shown: its dates are of its own time. */
export const reasonHidden = (rule: StoredRule, today: string): string | null => {
  const undated = rule.spans.length === 0 ? 'Sin fecha en la fuente.' : null
  const ofItself = rule.daily ? 'Es de todos los días, no un vencimiento.' : undated
  return reasonInactive({ ...rule, validFrom: null }, today, ofItself)
}

/** 29 February becomes the last day of February in other years. */
const ofYear = (day: string, year: number): string => {
  if (day.length > 5) return day
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29
  return `${year}-${day === '02-29' && !leap ? '02-28' : day}`
}

const latest = (a: string, b: string | null): string => (b !== null && b > a ? b : a)
const earlier = (a: string, b: string | null): string => (b !== null && b < a ? b : a)

/** The days that both sources allow, or the earlier span if they have none in common; with the later last day. */
const bothReadings = (a: Span, b: Span | undefined): Occurrence => {
  if (!b) return { ...a, otherTo: null }
  const [first, last] = a.to <= b.to ? [a, b] : [b, a]
  const from = latest(first.from, last.from)
  return {
    from: from <= first.to ? from : first.from,
    to: first.to,
    otherTo: last.to > first.to ? last.to : null,
  }
}

/** Whole occurrences that touch the given days, limited to the rule's validity, by date. */
export const occurrencesOf = (
  { spans, otherSpans, validFrom, validTo }: StoredRule,
  from: string,
  to: string,
): Occurrence[] => {
  const years = Array.from(
    { length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 },
    (_, i) => Number(from.slice(0, 4)) + i,
  )
  const inYear = (span: Span, year: number): Span => ({
    from: latest(ofYear(span.from, year), validFrom),
    to: earlier(ofYear(span.to, year), validTo),
  })
  const all = spans.flatMap((span, i) => {
    const dated = span.from.length > 5 ? [0] : years
    const other = otherSpans?.[i]
    return dated.map((year) => bothReadings(inYear(span, year), other && inYear(other, year)))
  })
  return all
    .filter((span) => span.from <= span.to && span.from <= to && (span.otherTo ?? span.to) >= from)
    .toSorted((a, b) => a.from.localeCompare(b.from))
}

/** The days of the listed weeks, used when none are given. */
export const usualDays = (from: string, weeks: number): Span => ({ from, to: weekOf(from, weeks - 1).to })

/** Vehicles by state, last digit of the plate and, where a rule needs it, year of the plate. */
export type FleetGroup = {
  stateId: number
  digit: number | null
  plateYear: number | null
  federal: boolean
  n: number
}

/** A plate without digits belongs to no calendar by digit. */
export const countOf = (
  { stateIds, digits, plateYear, plateForm }: StoredRule,
  groups: readonly FleetGroup[],
): number =>
  groups
    .filter(({ stateId }) => stateIds === null || stateIds.includes(stateId))
    .filter(({ digit }) => digits === null || (digit !== null && digits.includes(digit)))
    .filter((group) => plateYear === null || group.plateYear === plateYear)
    .filter(({ federal }) => plateForm === null || federal)
    .reduce((sum, { n }) => sum + n, 0)
