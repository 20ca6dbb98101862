// Validates a single pack, with the place of each fault in the file: first its structure, then its rules. Pure.
import { STATES } from '@padron/contract/places/states'
import { MONEY_TYPES } from '@padron/contract/resources'
import { OWN_KEY, windowsOverlap } from '@padron/contract/rules/own-calendar-rules'
import { type Calendar, Pack } from './pack.ts'

/** `calendars[3].windows[0].to`, and the message. */
export type Fault = { path: string; message: string }
export const FAULTS_AT_MOST = 50

const pathText = (path: readonly PropertyKey[]): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${String(part)}`)).join('')

const UNKNOWN_KEYS = 'tiene campos que no existen: '

/** @returns the pack, or the faults of its structure */
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

export const windowFaults = (windows: Windows, path: string): Fault[] => {
  const each = windows.flatMap(({ from, to }, i): Fault[] => {
    const place = `${path}[${i}].to`
    if (from.length !== to.length) return [{ path: place, message: 'las dos fechas llevan año, o ninguna' }]
    return to < from ? [{ path: place, message: `termina el ${to}, antes de empezar el ${from}` }] : []
  })
  const overlaps = windows.flatMap((window, i) => {
    const other = windows.find((before, at) => at < i && windowsOverlap(before, window))
    const message = `se traslapa con la que va del ${other?.from} al ${other?.to}`
    return other ? [{ path: `${path}[${i}]`, message }] : []
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
  other.forEach(({ from }, i) => {
    const window = windows[i]
    if (window && window.from.length !== from.length)
      faults.push({
        path: `${path}.otherReading.windows[${i}]`,
        message: 'lleva año solo si el periodo de la regla lo lleva',
      })
  })
  return [...faults, ...windowFaults(other, `${path}.otherReading.windows`)]
}

/** A dated window outside the rule's validity would never be shown. */
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
    MONEY_TYPES.has(type) ? [] : [{ path: `${path}.types[${i}]`, message: `el tipo ${type} no es de importes` }],
  )

const keyFaults = (pack: Pack): Fault[] => {
  const seen = new Map<string, string>()
  return (['calendars', 'payments', 'appeals', 'holidays', 'retired'] as const).flatMap((list) =>
    pack[list].flatMap(({ key }, i) => {
      const path = `${list}[${i}].key`
      if (key.startsWith(OWN_KEY)) return [{ path, message: `«${OWN_KEY}» es de los calendarios de las empresas` }]
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

/** Faults of a single pack; rules-faults.ts validates several together. */
export const packFaults = (pack: Pack): Fault[] =>
  [...keyFaults(pack), ...unitFaults(pack), ...ruleFaults(pack)].slice(0, FAULTS_AT_MOST)
