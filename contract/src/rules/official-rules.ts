// What every official rule says of itself: the pack it comes from and who published it.
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

/** Days before the end of a rule from which it is said that nothing continues it. */
export const ENDING_DAYS = 60

export const RuleSource = z.object({
  /** The version of the rule pack. */
  version: z.string(),
  authority: z.nullable(z.string()),
  /** The document that says it. */
  source: z.string(),
  /** The document's day; without one, the day it was read. */
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

/** Of a rule that applies for a time: when, who says so, and whether it is in use. */
export const RuleValidity = z.object({
  validFrom: z.nullable(Day),
  validTo: z.nullable(Day),
  ...RuleSource.shape,
  note: z.nullable(z.string()),
  /** What another source says; both ends are shown, and the rule's own is the sooner. */
  otherReading: z.nullable(OtherReading),
  /** It has ended, or ends within 60 days, and no rule continues it. */
  unreplaced: z.boolean(),
  /** The title of the rule that continues it; null: none does. */
  continuedBy: z.nullable(z.string()),
  /** In force and not switched off; a calendar also before it is in force. */
  shown: z.boolean(),
  /** Why it is inactive: it is not valid today, it has no date, the operator switched it off. */
  whyNot: z.nullable(z.string()),
})

/** The value of a unit from one day to another. */
export const UnitValue = z.object({
  unit: z.enum(UNITS),
  /** In the country's currency. */
  value: z.number(),
  validFrom: Day,
  validTo: Day,
  ...RuleSource.shape,
  /** It is the last one of its unit, and has ended or ends within 60 days. */
  unreplaced: z.boolean(),
})
export type UnitValue = z.infer<typeof UnitValue>

/** A day on which nobody works, of every year or of one. */
export const OfficialHoliday = z.object({
  ruleKey: z.string(),
  name: z.string(),
  /** When it is next; null: not any more. */
  nextOn: z.nullable(Day),
  validFrom: z.nullable(Day),
  validTo: z.nullable(Day),
  ...RuleSource.shape,
})
export type OfficialHoliday = z.infer<typeof OfficialHoliday>

/** Until when a debt can be appealed. */
export const AppealTerm = z.object({
  ruleKey: z.string(),
  title: z.string(),
  says: z.string(),
  days: z.int(),
  dayKind: z.enum(['calendar', 'business']),
  countsFrom: z.enum(['debt', 'notification']),
  /** The last day; null: the source does not give the day that it counts from. */
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

/** 'Puede impugnar hasta el 14 de diciembre de 2026', with the term where its end is not known. */
export const appealText = (appeal: Term & Pick<AppealTerm, 'until'>, today: string): string => {
  const { until } = appeal
  if (until === null) return `Plazo para impugnar: ${termText(appeal)}, que la fuente no dice`
  const end = dateText(until, '')
  return until < today ? `El plazo para impugnar terminó el ${end}` : `Puede impugnar hasta el ${end}`
}
