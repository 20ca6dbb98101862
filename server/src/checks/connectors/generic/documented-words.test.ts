// docs/connectors.md names every word of the settings in a code span.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TESTS } from './conditions.ts'
import { Definition } from './definition.ts'
import { FORMATS } from './values.ts'

type Def = {
  shape?: Record<string, { _zod: { def: Def } }>
  innerType?: { _zod: { def: Def } }
  element?: { _zod: { def: Def } }
  valueType?: { _zod: { def: Def } }
  options?: { _zod: { def: Def } }[]
  entries?: Record<string, string>
  values?: unknown[]
}

/** Names of fields and the words that a field may have, anywhere in the schema. */
const wordsOf = (def: Def): string[] => [
  ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => [name, ...wordsOf(field._zod.def)]),
  ...[def.innerType, def.element, def.valueType, ...(def.options ?? [])].flatMap((inner) =>
    inner ? wordsOf(inner._zod.def) : [],
  ),
  ...Object.values(def.entries ?? {}),
  ...(def.values ?? []).filter((value) => typeof value === 'string'),
]

it('docs/connectors.md explains every word of the settings', () => {
  const page = readFileSync(new URL('../../../../../docs/connectors.md', import.meta.url), 'utf8')
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  const explained = new Set(spans.flatMap((span) => [span, ...span.split(/[^A-Za-z0-9/-]+/)]))
  const words = new Set([...wordsOf(Definition._zod.def as unknown as Def), ...TESTS, ...FORMATS])
  expect([...words].filter((word) => !explained.has(word)).sort()).toEqual([])
})
