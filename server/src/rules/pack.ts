// A rule pack: official calendars, payment rules, values of units, holidays and appeal terms in one file. Its JSON
// Schema is docs/rule-pack.gen.json. A rule of a newer pack replaces one with the same key in an older pack.
import { hasPlausibleYear, isCalendarDay } from '@padron/contract/days'
import { UNITS } from '@padron/contract/rules/official-rules'
import { z } from 'zod/mini'

export const PACK_BYTES = 2_000_000
const RULES_AT_MOST = 500

const text = (most: number) =>
  z
    .string('falta o no es un texto')
    .check(
      z.minLength(1, 'está vacío'),
      z.maxLength(most, `tiene más de ${most} caracteres`),
      z.regex(/^(?=\S)[^\p{C}]+$/u, 'empieza con un espacio o tiene caracteres que no se ven'),
    )
const isDay = (value: string): boolean => isCalendarDay(value) && hasPlausibleYear(value)
const day = z
  .string('falta o no es una fecha como 2026-12-31')
  .check(z.maxLength(10, 'debe ser una fecha como 2026-12-31'))
  .check(z.refine((value) => isDay(value), 'no es un día que exista; se escribe como 2026-12-31'))
const isMonthDay = (value: string): boolean => /^\d\d-\d\d$/.test(value) && isCalendarDay(`2024-${value}`)
/** A day of every year (`MM-dd`; 02-29 is the last of February), or of one year. */
const anyYearDay = z
  .string('falta o no es un día como 03-31 o 2026-03-31')
  .check(z.maxLength(10, 'debe ser un día como 03-31 o 2026-03-31'))
  .check(z.refine((value) => isMonthDay(value) || isDay(value), 'debe ser un día como 03-31 o 2026-03-31'))
const count = (least: number, most: number) =>
  z
    .int(`debe ser un entero de ${least} a ${most}`)
    .check(z.gte(least, `debe ser de ${least} a ${most}`), z.lte(most, `debe ser de ${least} a ${most}`))
const listOf = <T extends z.core.SomeType>(each: T, most: number) =>
  z.array(each, 'debe ser una lista').check(z.minLength(1, 'está vacía'), z.maxLength(most, `tiene más de ${most}`))

const Key = z
  .string('falta la clave')
  .check(z.maxLength(60, 'tiene más de 60 caracteres'), z.regex(/^[a-z0-9-]+$/, 'lleva minúsculas, cifras y guiones'))
const Country = z.enum(['MX', 'CO'], 'debe ser MX o CO')
const words = z.optional(listOf(text(60), 40))
const DayKind = z.enum(['calendar', 'business'], 'debe ser calendar o business')

/** The publisher, the document, and the date of the document or, without one, the day it was read. */
export const Source = z.strictObject(
  {
    authority: z.optional(text(200)),
    document: text(400),
    date: day,
    link: z.optional(
      z
        .string()
        .check(
          z.maxLength(500, 'tiene más de 500 caracteres'),
          z.regex(/^https:\/\/[^\s"<>]+$/, 'debe ser una dirección https'),
        ),
    ),
  },
  'falta la fuente',
)
export type Source = z.infer<typeof Source>

const Window = z.strictObject({ from: anyYearDay, to: anyYearDay })
const Step = z.strictObject({ days: count(0, 400), percent: count(1, 100) })

const common = {
  key: Key,
  /** The key of the rule that this one continues, such as that of the previous year. */
  follows: z.optional(Key),
  country: Country,
  title: text(200),
  /** States of the vehicles; absent: the whole country. */
  states: z.optional(listOf(count(1, 9_999), 100)),
  /** The rule in words, in Spanish. */
  text: text(1_000),
  validFrom: z.optional(day),
  validTo: z.optional(day),
  /** A programme that ends for good: no rule continues it. */
  once: z.optional(z.boolean()),
  source: Source,
  note: z.optional(text(1_000)),
}

const Calendar = z.strictObject({
  ...common,
  /** The digit rules of one series together cover the ten digits. */
  series: z.optional(Key),
  /** Last digits of the plate; absent: every plate. */
  digits: z.optional(listOf(count(0, 9), 10)),
  /** Only vehicles whose plates are known to be from that year. */
  plateYear: z.optional(count(1990, 2199)),
  /** Only plates of that format: federal motor transport. */
  plateForm: z.optional(z.enum(['federal'], 'debe ser federal')),
  /** The periods; the last day of each is a due date. Empty: the source gives no date. */
  windows: z.array(Window, 'debe ser una lista').check(z.maxLength(24, 'tiene más de 24')),
  /** A rule about weekdays or days of the month, without due dates. */
  daily: z.optional(z.boolean()),
  /** Another source's version. Of both, the window that ends sooner is the safe one. */
  otherReading: z.optional(
    z.strictObject({ windows: z.optional(listOf(Window, 24)), text: text(1_000), source: Source }),
  ),
})

const debts = {
  /** The resource types of these debts. */
  types: listOf(count(0, 99), 20),
  /** true: only debts by camera according to their source; false: only the others; absent: all. */
  electronic: z.optional(z.boolean()),
}
/** The day from which days are counted; absent: that of the debt. */
const countsFrom = z.optional(z.enum(['debt', 'notification'], 'debe ser debt o notification'))

const Discount = z.strictObject({
  ...common,
  ...debts,
  kind: z.literal('discount'),
  /** Discounts up to a number of days after the day of the debt; the soonest first. */
  steps: listOf(Step, 10),
  dayKind: z.optional(DayKind),
  countsFrom,
  /**
   * Folded words, one of which must be in the description; with `electronic: true`, used if the source does not report
   * it.
   */
  onlyWords: words,
  /** Folded words, none of which may be in the description or the source's name. */
  exceptWords: words,
  otherReading: z.optional(
    z.strictObject({
      steps: z.optional(listOf(Step, 10)),
      dayKind: z.optional(DayKind),
      text: text(1_000),
      source: Source,
    }),
  ),
})
const Blocks = z.strictObject({
  ...common,
  ...debts,
  kind: z.literal('blocks'),
  otherReading: z.optional(z.strictObject({ text: text(1_000), source: Source })),
})
const Payment = z.discriminatedUnion('kind', [Discount, Blocks], 'kind debe ser discount o blocks')

const Appeal = z.strictObject({ ...common, ...debts, days: count(1, 400), dayKind: z.optional(DayKind), countsFrom })

const Unit = z.strictObject({
  unit: z.enum(UNITS, 'debe ser UMA, UVT o UVB'),
  country: Country,
  /** The source of values without one of their own. */
  source: Source,
  /** In the country's currency, from the first to the last day. */
  values: listOf(
    z.strictObject({
      from: day,
      to: day,
      source: z.optional(Source),
      value: z
        .number('debe ser un número')
        .check(z.gt(0, 'debe ser mayor que 0'), z.lte(10_000_000, 'debe ser de 10,000,000 como máximo')),
    }),
    100,
  ),
})

const Holiday = z.strictObject({
  key: Key,
  country: Country,
  name: text(100),
  /** `MM-dd` of every year, or one day. Either `day` or `easter` is present. */
  day: z.optional(anyYearDay),
  /** Days after Easter Sunday. */
  easter: z.optional(count(-60, 90)),
  /** It is observed on the following Monday, unless it is a Monday. */
  moved: z.optional(z.boolean()),
  validFrom: z.optional(day),
  validTo: z.optional(day),
  source: Source,
})

const manyOf = <T extends z.core.SomeType>(each: T) =>
  z._default(z.array(each, 'debe ser una lista').check(z.maxLength(RULES_AT_MOST, `tiene más de ${RULES_AT_MOST}`)), [])

export const Pack = z.strictObject(
  {
    $schema: z.optional(z.string().check(z.maxLength(300))),
    /** The day of its creation, with a letter if there are several of one day. The greatest is the newest. */
    version: z.string('falta la versión').check(
      z.maxLength(11, 'debe ser una fecha como 2027-01-15, con o sin una letra'),
      z.regex(/^\d{4}-\d\d-\d\d[a-z]?$/, 'debe ser una fecha como 2027-01-15, con o sin una letra'),
      z.refine((value) => isCalendarDay(value.slice(0, 10)), 'no es un día que exista'),
    ),
    title: text(200),
    units: manyOf(Unit),
    holidays: manyOf(Holiday),
    calendars: manyOf(Calendar),
    payments: manyOf(Payment),
    appeals: manyOf(Appeal),
    /** Rules of older packs that no longer apply, with the reason. */
    retired: manyOf(z.strictObject({ key: Key, reason: text(400) })),
  },
  'debe ser un objeto',
)
export type Pack = z.infer<typeof Pack>
export type Calendar = Pack['calendars'][number]
export type Payment = Pack['payments'][number]
export type Appeal = Pack['appeals'][number]
export type Holiday = Pack['holidays'][number]
export type UnitValue = Omit<Pack['units'][number], 'values'> & { from: string; to: string; value: number }

/** The JSON Schema of a file. */
export const packSchema = () => z.toJSONSchema(Pack, { io: 'input' })
