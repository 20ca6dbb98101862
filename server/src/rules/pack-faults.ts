// What is wrong with a pack, each with its place in the file: first its shape, then what its rules say, alone and
// together with the packs that are loaded. Pure.

import { MONEY_TYPES } from '@padron/contract/resources'
import { STATES } from '@padron/contract/states'
import { mergePacks, type Rules } from './merge-packs.ts'
import { type Calendar, Pack } from './pack.ts'

/** `calendars[3].windows[0].to`, and what is wrong there. */
export type Fault = { path: string; message: string }
const FAULTS_AT_MOST = 50

const pathText = (path: readonly PropertyKey[]): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${String(part)}`)).join('')

const UNKNOWN_KEYS = 'tiene campos que no existen: '

/** @returns the pack, or what is wrong with its shape */
export const parsePack = (json: unknown): { pack: Pack } | { faults: Fault[] } => {
  const { success, data, error } = Pack.safeParse(json)
  if (success) return { pack: data }
  const faults = error.issues.map((issue) => ({
    path: pathText(issue.path),
    message: issue.code === 'unrecognized_keys' ? UNKNOWN_KEYS + issue.keys.join(', ') : issue.message,
  }))
  return { faults: faults.slice(0, FAULTS_AT_MOST) }
}

type Dated = { validFrom?: string | undefined; validTo?: string | undefined }
type Windows = readonly { from: string; to: string }[]
const STATE_IDS = new Map<number, string>(STATES.map(({ stateId, country }) => [stateId, country]))

const validityFaults = ({ validFrom, validTo }: Dated, path: string): Fault[] =>
  validFrom && validTo && validTo < validFrom
    ? [{ path: `${path}.validTo`, message: `termina el ${validTo}, antes de empezar el ${validFrom}` }]
    : []

const stateFaults = (
  { states = [], country }: { states?: number[] | undefined; country: string },
  path: string,
): Fault[] =>
  states.flatMap((state, i) => {
    const of = STATE_IDS.get(state)
    if (of === country) return []
    const message = of === undefined ? `no existe el estado ${state}` : `el estado ${state} no es de ${country}`
    return [{ path: `${path}.states[${i}]`, message }]
  })

const windowFaults = (windows: Windows, path: string): Fault[] => {
  const each = windows.flatMap(({ from, to }, i): Fault[] => {
    const place = `${path}[${i}].to`
    if (from.length !== to.length) return [{ path: place, message: 'las dos fechas llevan año, o ninguna' }]
    return to < from ? [{ path: place, message: `termina el ${to}, antes de empezar el ${from}` }] : []
  })
  const sorted = windows.map((window, i) => ({ ...window, i })).toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const overlaps = sorted.flatMap((window, at) => {
    const before = sorted[at - 1]
    return before && before.from.length === window.from.length && window.from <= before.to
      ? [{ path: `${path}[${window.i}]`, message: `se traslapa con la que va del ${before.from} al ${before.to}` }]
      : []
  })
  return [...each, ...overlaps]
}

const calendarFaults = ({ windows, otherReading, digits, series, daily, ...rest }: Calendar, path: string): Fault[] => {
  const faults = [
    ...validityFaults(rest, path),
    ...stateFaults(rest, path),
    ...windowFaults(windows, `${path}.windows`),
    ...outsideFaults(windows, rest, `${path}.windows`),
  ]
  if (digits && !series) faults.push({ path: `${path}.series`, message: 'falta: una regla por dígito es de una serie' })
  if (daily && windows.length > 0)
    faults.push({ path: `${path}.windows`, message: 'una regla de todos los días no tiene periodos' })
  const other = otherReading?.windows
  if (!other) return faults
  if (other.length !== windows.length)
    faults.push({
      path: `${path}.otherReading.windows`,
      message: `tiene ${other.length} periodos y la regla ${windows.length}`,
    })
  return [...faults, ...windowFaults(other, `${path}.otherReading.windows`)]
}

/** A dated window outside of the rule's validity would never be shown. */
const outsideFaults = (windows: Windows, { validFrom, validTo }: Dated, path: string): Fault[] =>
  windows.flatMap(({ from, to }, i) =>
    from.length > 5 && ((validFrom && to < validFrom) || (validTo && from > validTo))
      ? [{ path: `${path}[${i}]`, message: 'queda fuera de la vigencia de la regla' }]
      : [],
  )

type Steps = readonly { days: number; percent: number }[]
const stepFaults = (steps: Steps, path: string): Fault[] =>
  steps.flatMap((step, i) => {
    const before = steps[i - 1]
    if (!before) return []
    if (step.days <= before.days) return [{ path: `${path}[${i}].days`, message: 'debe ser mayor que el anterior' }]
    return step.percent < before.percent
      ? []
      : [{ path: `${path}[${i}].percent`, message: 'debe ser menor que el anterior' }]
  })

const typeFaults = ({ types }: { types: readonly number[] }, path: string): Fault[] =>
  types.flatMap((type, i) =>
    MONEY_TYPES.has(type) ? [] : [{ path: `${path}.types[${i}]`, message: `el tipo ${type} no tiene adeudos` }],
  )

const sameKeyFaults = (pack: Pack): Fault[] => {
  const seen = new Map<string, string>()
  return (['calendars', 'payments', 'appeals', 'holidays', 'retired'] as const).flatMap((list) =>
    pack[list].flatMap(({ key }, i) => {
      const path = `${list}[${i}].key`
      const first = seen.get(key)
      if (first === undefined) seen.set(key, path)
      return first === undefined ? [] : [{ path, message: `«${key}» ya está en ${first}` }]
    }),
  )
}

const unitFaults = (pack: Pack): Fault[] =>
  pack.units.flatMap(({ values }, i) => windowFaults(values, `units[${i}].values`))

const ruleFaults = (pack: Pack): Fault[] => [
  ...pack.calendars.flatMap((rule, i) => calendarFaults(rule, `calendars[${i}]`)),
  ...pack.payments.flatMap((rule, i) => {
    const path = `payments[${i}]`
    const faults = [...validityFaults(rule, path), ...stateFaults(rule, path), ...typeFaults(rule, path)]
    if (rule.kind !== 'discount') return faults
    const { steps, otherReading } = rule
    if (otherReading?.steps && otherReading.steps.length !== steps.length)
      faults.push({ path: `${path}.otherReading.steps`, message: 'debe tener tantos plazos como la regla' })
    return [
      ...faults,
      ...stepFaults(steps, `${path}.steps`),
      ...stepFaults(otherReading?.steps ?? [], `${path}.otherReading.steps`),
    ]
  }),
  ...pack.appeals.flatMap((rule, i) => [
    ...validityFaults(rule, `appeals[${i}]`),
    ...stateFaults(rule, `appeals[${i}]`),
    ...typeFaults(rule, `appeals[${i}]`),
  ]),
  ...pack.holidays.flatMap(({ day, easter, ...rest }, i) => [
    ...validityFaults(rest, `holidays[${i}]`),
    ...((day === undefined) === (easter === undefined)
      ? [{ path: `holidays[${i}]`, message: 'lleva day o easter, uno de los dos' }]
      : []),
  ]),
]

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Of the rules as they would be: the digits of a series, and values of a unit that overlap. */
const togetherFaults = ({ calendars, units }: Rules, pack: Pack): Fault[] => {
  const place = (series: string) => `calendars[${pack.calendars.findIndex((rule) => rule.series === series)}].digits`
  const bySeries = Map.groupBy(
    calendars.filter(({ digits }) => digits),
    ({ series }) => series ?? '',
  )
  const digits = [...bySeries].flatMap(([series, rules]): Fault[] => {
    if (!pack.calendars.some((rule) => rule.series === series)) return []
    const all = rules.flatMap((rule) => rule.digits ?? [])
    const missing = TEN.filter((digit) => !all.includes(digit))
    const twice = TEN.filter((digit) => all.filter((each) => each === digit).length > 1)
    if (missing.length > 0)
      return [{ path: place(series), message: `a la serie «${series}» le faltan los dígitos ${missing.join(', ')}` }]
    return twice.length > 0
      ? [{ path: place(series), message: `a la serie «${series}» se le repiten los dígitos ${twice.join(', ')}` }]
      : []
  })
  const values = [...Map.groupBy(units, ({ unit }) => unit)].flatMap(([unit, ofUnit]): Fault[] => {
    const i = pack.units.findIndex((each) => each.unit === unit)
    return i < 0
      ? []
      : windowFaults(ofUnit, `units[${i}].values`).map(({ message }) => ({ path: `units[${i}]`, message }))
  })
  return [...digits, ...values]
}

/** @param others the packs that would apply beside it */
export const packFaults = (pack: Pack, others: readonly Pack[]): Fault[] => {
  const alone = [...sameKeyFaults(pack), ...unitFaults(pack), ...ruleFaults(pack)]
  if (alone.length > 0) return alone.slice(0, FAULTS_AT_MOST)
  const { calendars, payments } = mergePacks([...others, pack])
  const known = new Set([...calendars, ...payments].map(({ key }) => key))
  const follows = (['calendars', 'payments'] as const).flatMap((list) =>
    pack[list].flatMap(({ follows: key }, i) =>
      key === undefined || known.has(key)
        ? []
        : [{ path: `${list}[${i}].follows`, message: `no existe la regla «${key}»` }],
    ),
  )
  return [...follows, ...togetherFaults(mergePacks([...others, pack]), pack)].slice(0, FAULTS_AT_MOST)
}
