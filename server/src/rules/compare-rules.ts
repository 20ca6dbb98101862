// Lists the changes between two sets of packs, rule by rule and field by field, in Spanish for the operator. Pure.
import type { Rules } from './merge-packs.ts'

type Entry = { what: string; fields: Readonly<Record<string, unknown>> }

const KINDS = {
  calendars: 'calendario',
  payments: 'regla de pago',
  appeals: 'plazo de impugnación',
  holidays: 'festivo',
  units: 'valor',
} as const

const entriesOf = (rules: Rules): Map<string, Entry> =>
  new Map(
    (Object.keys(KINDS) as (keyof Rules)[]).flatMap((list) =>
      rules[list].map(({ version: _, ...fields }): [string, Entry] => {
        const name = 'unit' in fields ? `${fields.unit} ${fields.from}` : fields.key
        return [`${list} ${name}`, { what: `${KINDS[list]} ${name}`, fields }]
      }),
    ),
  )

const text = (value: unknown): string => (value === undefined ? '—' : JSON.stringify(value))

const changesOf = (before: Entry['fields'], after: Entry['fields']): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => text(before[field]) !== text(after[field]))
    .map((field) => `    ${field}: ${text(before[field])} → ${text(after[field])}`)

/** `+` added, `-` removed, `~` changed, one change a line; empty without changes. */
export const compareRules = (before: Rules, after: Rules): string[] => {
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const removedLines = [...old].filter(([key]) => !now.has(key)).map(([, { what }]) => `- ${what}`)
  const others = [...now].flatMap(([key, { what, fields }]) => {
    const former = old.get(key)
    if (!former) return [`+ ${what}`]
    const changes = changesOf(former.fields, fields)
    return changes.length > 0 ? [`~ ${what}`, ...changes] : []
  })
  return [...removedLines, ...others]
}
