// Merges several packs: for each key, the newest pack's rule applies. Pure.
import type { Appeal, Calendar, Holiday, Pack, Payment, UnitValue } from './pack.ts'

type Versioned<T> = T & { version: string }
export type Rules = {
  calendars: readonly Versioned<Calendar>[]
  payments: readonly Versioned<Payment>[]
  appeals: readonly Versioned<Appeal>[]
  holidays: readonly Versioned<Holiday>[]
  units: readonly Versioned<UnitValue>[]
}

const byVersion = (a: Pack, b: Pack): number => (a.version < b.version ? -1 : a.version > b.version ? 1 : 0)

/** A key keeps its position in the first pack. */
const newestOf = <T>(packs: readonly Pack[], listOf: (pack: Pack) => readonly T[], keyOf: (each: T) => string) => {
  const byKey = new Map<string, Versioned<T>>()
  for (const pack of packs) {
    for (const { key } of pack.retired) byKey.delete(key)
    for (const each of listOf(pack)) byKey.set(keyOf(each), { ...each, version: pack.version })
  }
  return [...byKey.values()]
}

const unitValuesOf = ({ units }: Pack): UnitValue[] =>
  units.flatMap(({ values, source, ...unit }) =>
    values.map((value) => ({ ...unit, ...value, source: value.source ?? source })),
  )

export const mergePacks = (packs: readonly Pack[]): Rules => {
  const sorted = packs.toSorted(byVersion)
  return {
    calendars: newestOf(sorted, ({ calendars }) => calendars, keyOf),
    payments: newestOf(sorted, ({ payments }) => payments, keyOf),
    appeals: newestOf(sorted, ({ appeals }) => appeals, keyOf),
    holidays: newestOf(sorted, ({ holidays }) => holidays, keyOf),
    units: newestOf(sorted, unitValuesOf, ({ unit, from }) => `${unit} ${from}`),
  }
}
const keyOf = ({ key }: { key: string }): string => key
