// Fields that every official rule has: its pack and its publisher.
import { z } from 'zod/mini'
import { Day } from '../common.ts'
import { dateText } from '../texts/day-texts.ts'

/** Units in which fines and duties are stated; the rule packs have their values. */
export const UNITS = ['UMA', 'UVT', 'UVB'] as const
export type Unit = (typeof UNITS)[number]
export const UNIT_NAMES: Readonly<Record<Unit, string>> = {
  UMA: 'Unidad de Medida y Actualización',
  UVT: 'Unidad de Valor Tributario',
  UVB: 'Unidad de Valor Básico',
}

/** Days before the end of a rule from which a missing continuation is reported. */
export const ENDING_DAYS = 60

export const RuleSource = z.object({
  /** The version of the rule pack. */
  version: z.string(),
  authority: z.nullable(z.string()),
  /** The document with the rule. */
  source: z.string(),
  /** The date of the document; without one, the day it was read. */
  sourceDate: z.nullable(Day),
  link: z.nullable(z.string()),
})
export type RuleSource = z.infer<typeof RuleSource>

export const OtherReading = z.object({
  says: z.string(),
  source: z.string(),
  sourceDate: z.nullable(Day),
  link: z.nullable(z.string()),
})
export type OtherReading = z.infer<typeof OtherReading>

/** The validity of a rule: its dates, its source, and whether it is in use. */
export const RuleValidity = z.object({
  validFrom: z.nullable(Day),
  validTo: z.nullable(Day),
  ...RuleSource.shape,
  note: z.nullable(z.string()),
  /** Another source's version; both ends are shown, and the rule's own end is the earlier one. */
  otherReading: z.nullable(OtherReading),
  /** It has ended, or ends within 60 days, and no rule continues it. */
  unreplaced: z.boolean(),
  /** The title of the rule that continues it; null: none. */
  continuedBy: z.nullable(z.string()),
  /** In force and not switched off; calendars also before they are in force. */
  shown: z.boolean(),
  /** Why it is inactive: it is not valid today, it has no date, the operator switched it off. */
  whyNot: z.nullable(z.string()),
})

/** The value of a unit in a range of days. */
export const UnitValue = z.object({
  unit: z.enum(UNITS),
  /** In the country's currency. */
  value: z.number(),
  validFrom: Day,
  validTo: Day,
  ...RuleSource.shape,
  /** It is the last value of its unit, and has ended or ends within 60 days. */
  unreplaced: z.boolean(),
})
export type UnitValue = z.infer<typeof UnitValue>

/** A public holiday, of every year or of one. */
export const OfficialHoliday = z.object({
  ruleKey: z.string(),
  name: z.string(),
  /** Its next date; null: none. */
  nextOn: z.nullable(Day),
  validFrom: z.nullable(Day),
  validTo: z.nullable(Day),
  ...RuleSource.shape,
})
export type OfficialHoliday = z.infer<typeof OfficialHoliday>

/** The term in which a debt can be appealed. */
export const AppealTerm = z.object({
  ruleKey: z.string(),
  title: z.string(),
  says: z.string(),
  days: z.int(),
  dayKind: z.enum(['calendar', 'business']),
  countsFrom: z.enum(['debt', 'notification']),
  /** The last day; null: the source does not give the day from which it counts. */
  until: z.nullable(Day),
  ...RuleSource.shape,
})
export type AppealTerm = z.infer<typeof AppealTerm>

type Term = Pick<AppealTerm, 'days' | 'dayKind' | 'countsFrom'>
/** '11 días hábiles desde la notificación' */
export const termText = ({ days, dayKind, countsFrom }: Term): string => {
  const business = dayKind === 'business' ? (days === 1 ? ' hábil' : ' hábiles') : ''
  const start = countsFrom === 'debt' ? 'su fecha' : 'la notificación'
  return `${days} ${days === 1 ? 'día' : 'días'}${business} desde ${start}`
}

/** 'Puede impugnar hasta el 14 de diciembre de 2026', with the term if its end is not known. */
export const appealText = (appeal: Term & Pick<AppealTerm, 'until'>, today: string): string => {
  const { until } = appeal
  if (until === null) return `Plazo para impugnar: ${termText(appeal)}, que la fuente no dice`
  const end = dateText(until, '')
  return until < today ? `El plazo para impugnar terminó el ${end}` : `Puede impugnar hasta el ${end}`
}
