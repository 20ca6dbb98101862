// Validates the rules of several packs together, for a load, a withdrawal and an upgrade. Pure.
import { mergePacks, type Rules } from './merge-packs.ts'
import type { Pack } from './pack.ts'
import { FAULTS_AT_MOST, type Fault, windowFaults } from './pack-faults.ts'

const LISTS = ['calendars', 'payments', 'appeals'] as const
const KEYED = [...LISTS, 'holidays'] as const
const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

const newestFirst = (a: { version: string }, b: { version: string }): number => b.version.localeCompare(a.version)

type PlaceOf = (list: keyof Rules, name: string, version: string) => string

/** `calendars[3]` for the loaded pack; for another pack its version and the rule's key. */
const placesIn =
  (pack: Pack | undefined): PlaceOf =>
  (list, name, version) => {
    if (version !== pack?.version) return `${version} ${list} «${name}»`
    const at = pack[list].findIndex((each) => ('unit' in each ? each.unit : each.key) === name)
    return `${list}[${at}]`
  }

/** A key must have the same kind of rule in every pack. */
const sameKeyFaults = (rules: Rules, placeOf: PlaceOf): Fault[] => {
  const all = KEYED.flatMap((list) => rules[list].map(({ key, version }) => ({ list, key, version })))
  return [...Map.groupBy(all, ({ key }) => key)].flatMap(([key, same]) => {
    const [newest] = same.toSorted(newestFirst)
    if (!newest || same.length === 1) return []
    return [
      { path: `${placeOf(newest.list, key, newest.version)}.key`, message: `«${key}» ya es de otra clase de regla` },
    ]
  })
}

/** A rule may continue a rule that another pack retired, because that rule existed. */
const followsFaults = (rules: Rules, packs: readonly Pack[], placeOf: PlaceOf): Fault[] => {
  const retired = new Set(packs.flatMap((pack) => pack.retired.map(({ key }) => key)))
  return LISTS.flatMap((list) =>
    rules[list].flatMap(({ key, follows, country, version }) => {
      const wrong = (message: string): Fault[] => [{ path: `${placeOf(list, key, version)}.follows`, message }]
      if (follows === undefined) return []
      if (follows === key) return wrong('una regla no se sigue a sí misma')
      const former = rules[list].find((each) => each.key === follows)
      if (former) return former.country === country ? [] : wrong(`la regla «${follows}» es de ${former.country}`)
      if (KEYED.some((other) => rules[other].some((each) => each.key === follows)))
        return wrong(`la regla «${follows}» es de otra clase`)
      return retired.has(follows) ? [] : wrong(`no existe la regla «${follows}»`)
    }),
  )
}

/** Either all rules of a series are by digit, each digit once, or none is. */
const seriesFaults = ({ calendars }: Rules, placeOf: PlaceOf): Fault[] =>
  [...Map.groupBy(calendars, ({ series }) => series)].flatMap(([series, rules]): Fault[] => {
    const byDigit = rules.filter(({ digits }) => digits)
    if (series === undefined || byDigit.length === 0) return []
    // The rule of the newest pack is the one to correct.
    const [{ key, version } = { key: '', version: '' }] = byDigit.toSorted(newestFirst)
    const without = rules.find(({ digits }) => !digits)
    if (without) {
      const path = `${placeOf('calendars', without.key, without.version)}.digits`
      return [{ path, message: `falta: las demás reglas de la serie «${series}» son por dígito` }]
    }
    const path = `${placeOf('calendars', key, version)}.digits`
    const wrong = (message: string): Fault[] => [{ path, message: `a la serie «${series}» ${message}` }]
    const all = byDigit.flatMap(({ digits = [] }) => digits)
    const missing = TEN.filter((digit) => !all.includes(digit))
    if (missing.length > 0) return wrong(`le faltan los dígitos ${missing.join(', ')}`)
    const twice = TEN.filter((digit) => all.filter((each) => each === digit).length > 1)
    return twice.length > 0 ? wrong(`se le repiten los dígitos ${twice.join(', ')}`) : []
  })

const unitFaults = ({ units }: Rules, placeOf: PlaceOf): Fault[] =>
  [...Map.groupBy(units, ({ unit }) => unit)].flatMap(([unit, values]) => {
    const newest =
      values
        .map(({ version }) => version)
        .toSorted()
        .at(-1) ?? ''
    return windowFaults(values, '').map(({ message }) => ({ path: placeOf('units', unit, newest), message }))
  })

/** @param pack the one that is loaded: its faults contain their place in the file */
export const rulesFaults = (packs: readonly Pack[], pack?: Pack): Fault[] => {
  const rules = mergePacks(packs)
  const placeOf = placesIn(pack)
  return [
    ...sameKeyFaults(rules, placeOf),
    ...followsFaults(rules, packs, placeOf),
    ...seriesFaults(rules, placeOf),
    ...unitFaults(rules, placeOf),
  ].slice(0, FAULTS_AT_MOST)
}

const retiredFaults = (pack: Pack, others: readonly Pack[]): Fault[] => {
  const rules = mergePacks(others)
  const known = new Set(KEYED.flatMap((list) => rules[list].map(({ key }) => key)))
  return pack.retired.flatMap(({ key }, i) =>
    known.has(key) ? [] : [{ path: `retired[${i}].key`, message: `no existe la regla «${key}»` }],
  )
}

/** @param others the packs that apply; the pack is newer than each */
export const loadFaults = (pack: Pack, others: readonly Pack[]): Fault[] =>
  [...retiredFaults(pack, others), ...rulesFaults([...others, pack], pack)].slice(0, FAULTS_AT_MOST)
