// Names the schemas in the published document, so that generated clients have named types. A schema that the contract
// exports has its name; another body or reply is named after its call. A schema exported only for its name is marked
// @public, for knip.
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Call } from '@padron/contract/call'
import { FEATURES } from '@padron/contract/features'
import { z } from 'zod/mini'

const NAMED = new Set(['object', 'enum', 'union'])

const isNamed = (value: unknown): value is z.core.$ZodType =>
  value instanceof z.core.$ZodType && NAMED.has(value._zod.def.type)

/** @param module a prefix that distinguishes it from a schema with the same name in another module */
const add = (name: string, value: unknown, module = ''): void => {
  if (!isNamed(value)) return
  const described = z.globalRegistry.get(value)
  if (described?.id) return
  const id = z.globalRegistry._idmap.has(name) ? `${module}${name}` : name
  z.globalRegistry.add(value, { ...described, id })
}

const pascal = (text: string): string => text.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())

const CONTRACT = dirname(fileURLToPath(import.meta.resolve('@padron/contract/call')))

/** Names every schema that calls use. Must run before the first route is described. */
export const nameComponents = async (): Promise<void> => {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted()
  for (const file of files) {
    const module: object = await import(pathToFileURL(join(CONTRACT, file)).href)
    for (const [name, value] of Object.entries(module))
      if (/^[A-Z][a-z]/.test(name)) add(name, value, pascal(basename(file, '.ts')))
  }
  for (const { name, body, reply, multipart } of Object.values(FEATURES).flatMap((rows): Call[] =>
    Object.values(rows),
  )) {
    if (!multipart) add(`${pascal(name)}Body`, body) // a form has a file beside them
    add(`${pascal(name)}Reply`, reply)
  }
}

type Components = Record<string, object>
type Described = { components?: { schemas?: Components } }

const INPUT = /Input$/

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g

const renamed = <T>(value: T, names: ReadonlyMap<string, string>): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll(REFERENCE, (at, name: string) => at.replace(name, names.get(name) ?? name)),
  ) as T

/** Input schemas that equal their output schema, with all that they refer to, and the output's name. */
const alikeNames = (schemas: Components): Map<string, string> => {
  const names = new Map(
    Object.keys(schemas).flatMap((name) => {
      const same = name.replace(INPUT, '')
      return same !== name && schemas[same] ? [[name, same] as const] : []
    }),
  )
  const textOf = (name: string) => JSON.stringify(renamed(schemas[name], names))
  for (let before = -1; before !== names.size; ) {
    before = names.size
    for (const [name, same] of names) if (textOf(name) !== textOf(same)) names.delete(name)
  }
  return names
}

const usedBy = (document: Described): Set<string> => {
  const { schemas = {}, ...others } = document.components ?? {}
  const used = new Set<string>()
  const use = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(REFERENCE))
      if (!used.has(name)) {
        used.add(name)
        use(schemas[name])
      }
  }
  use({ ...document, components: others })
  return used
}

/** The document with one component for equal inputs and outputs, and without unused components. */
export const withFewerComponents = <D extends Described>(document: D): D => {
  const merged = renamed(document, alikeNames(document.components?.schemas ?? {}))
  const used = usedBy(merged)
  const shortOf = (name: string) => (used.has(name.replace(INPUT, '')) ? name : name.replace(INPUT, ''))
  const short = new Map([...used].map((name) => [name, shortOf(name)]))
  const schemas = Object.entries(merged.components?.schemas ?? {})
    .filter(([name]) => used.has(name))
    .map(([name, schema]) => [shortOf(name), schema] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return renamed({ ...merged, components: { ...merged.components, schemas: Object.fromEntries(schemas) } }, short)
}
