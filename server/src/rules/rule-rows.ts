// Converts a rule of the packs to a row of its table. Pure.
import type { Rules } from './merge-packs.ts'
import type { Source } from './pack.ts'

const sourceColumns = ({ authority, document, date, link }: Source) => ({
  authority,
  source: document,
  source_date: date,
  source_link: link,
})
const otherColumns = (reading: { text: string; source: Source } | undefined) => ({
  other_description: reading?.text,
  other_source: reading?.source.document,
  other_source_date: reading?.source.date,
  other_source_link: reading?.source.link,
  disagreement: null,
})

export const calendarRow = (rule: Rules['calendars'][number], place: number) => ({
  rule_key: rule.key,
  pack_version: rule.version,
  follows: rule.follows,
  series: rule.series,
  once: rule.once ?? false,
  country: rule.country,
  title: rule.title,
  state_ids: rule.states,
  digits: rule.digits,
  plate_year: rule.plateYear,
  plate_form: rule.plateForm,
  spans: rule.windows,
  daily: rule.daily ?? false,
  description: rule.text,
  valid_from: rule.validFrom,
  valid_to: rule.validTo,
  note: rule.note,
  other_spans: rule.otherReading?.windows,
  ...sourceColumns(rule.source),
  ...otherColumns(rule.otherReading),
  place,
  declared: true,
})

export const paymentRow = (rule: Rules['payments'][number], place: number) => {
  const discount = rule.kind === 'discount' ? rule : undefined
  return {
    rule_key: rule.key,
    pack_version: rule.version,
    follows: rule.follows,
    once: rule.once ?? false,
    kind: rule.kind,
    country: rule.country,
    title: rule.title,
    state_ids: rule.states,
    type_ids: rule.types,
    electronic: rule.electronic,
    steps: discount?.steps ?? [],
    day_kind: discount?.dayKind ?? 'calendar',
    counts_from: discount?.countsFrom ?? 'debt',
    only_words: discount?.onlyWords,
    except_words: discount?.exceptWords,
    description: rule.text,
    valid_from: rule.validFrom,
    valid_to: rule.validTo,
    note: rule.note,
    other_steps: discount?.otherReading?.steps,
    other_day_kind: discount?.otherReading?.dayKind,
    ...sourceColumns(rule.source),
    ...otherColumns(rule.otherReading),
    place,
    declared: true,
  }
}

export const appealRow = (rule: Rules['appeals'][number], place: number) => ({
  rule_key: rule.key,
  pack_version: rule.version,
  follows: rule.follows,
  once: rule.once ?? false,
  country: rule.country,
  title: rule.title,
  state_ids: rule.states,
  type_ids: rule.types,
  electronic: rule.electronic,
  days: rule.days,
  day_kind: rule.dayKind ?? 'calendar',
  counts_from: rule.countsFrom ?? 'debt',
  description: rule.text,
  valid_from: rule.validFrom,
  valid_to: rule.validTo,
  note: rule.note,
  ...sourceColumns(rule.source),
  place,
  declared: true,
})

export const holidayRow = (rule: Rules['holidays'][number], place: number) => ({
  rule_key: rule.key,
  pack_version: rule.version,
  country: rule.country,
  title: rule.name,
  day: rule.day,
  easter: rule.easter,
  moved: rule.moved ?? false,
  valid_from: rule.validFrom,
  valid_to: rule.validTo,
  ...sourceColumns(rule.source),
  place,
})

export const unitRow = (value: Rules['units'][number]) => ({
  unit: value.unit,
  valid_from: value.from,
  valid_to: value.to,
  value: value.value,
  country: value.country,
  pack_version: value.version,
  ...sourceColumns(value.source),
})
