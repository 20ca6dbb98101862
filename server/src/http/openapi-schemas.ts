// What programs in other languages need to know of a schema, and nothing that they cannot read.
import { Day, INSTANT_AT_MOST, Instant } from '@padron/contract/common'
import type { z } from 'zod/mini'

export type JsonSchema = z.core.JSONSchema.BaseSchema

const INT32 = 2 ** 31 - 1
const bitsOf = ({ minimum = -Infinity, maximum = Infinity }: JsonSchema): string =>
  minimum >= -INT32 && maximum <= INT32 ? 'int32' : 'int64'

/** Formats that say more than the pattern does, with the length of what has one. */
const FORMATS: Readonly<Record<string, number>> = { date: 10, 'date-time': INSTANT_AT_MOST, uuid: 36 }
const DAY = '^\\d{4}-\\d\\d-\\d\\d$'

/** A part of a pattern: a group, a class, an escape or a letter, and how often it comes. */
const TOKEN = /\((?:\?:)?|\)|\||\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}|\\.|[^\\]/gu
const TIMES = /^(?:\{(\d+)(?:,(\d*))?\}|([*+?]))/

/** @returns the length of the longest text that a pattern takes; undefined where there is none */
const longest = (pattern: string): number | undefined => {
  let rest = pattern
  const timesOf = (): number => {
    const [all = '', least, most = least, sign] = TIMES.exec(rest) ?? []
    rest = rest.slice(all.length)
    if (all === '' || sign === '?') return 1
    return sign || most === '' ? Infinity : Number(most)
  }
  const oneOf = (): number => {
    let [best, length] = [0, 0]
    while (rest) {
      const [token = ''] = rest.match(TOKEN) ?? []
      rest = rest.slice(token.length)
      if (token === ')') break
      if (token === '|') [best, length] = [Math.max(best, length), 0]
      else {
        const one = token.startsWith('(') ? oneOf() : token === '^' || token === '$' ? 0 : 1
        length += one * timesOf()
      }
    }
    return Math.max(best, length)
  }
  const length = oneOf()
  return pattern.startsWith('^') && pattern.endsWith('$') && Number.isFinite(length) ? length : undefined
}

export const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void => {
  // What is answered may have more fields one day. What is sent may not: its objects are strict.
  if (zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall) delete jsonSchema.additionalProperties
  // Not every reader of 3.1 knows `const`, nor lists whose places differ.
  if (jsonSchema.const !== undefined) {
    jsonSchema.enum = [jsonSchema.const]
    delete jsonSchema.const
  }
  if (jsonSchema.prefixItems) {
    const { length } = jsonSchema.prefixItems
    Object.assign(jsonSchema, { items: jsonSchema.prefixItems[0], minItems: length, maxItems: length })
    delete jsonSchema.prefixItems
  }
  // A text of several kinds: each says its own length.
  if (jsonSchema.type === 'string' && jsonSchema.anyOf) {
    delete jsonSchema.type
    delete jsonSchema.maxLength
  }
  if (jsonSchema.type === 'integer') jsonSchema.format = bitsOf(jsonSchema)
  if (jsonSchema.pattern === DAY) jsonSchema.format = 'date'
  const { format = '', pattern } = jsonSchema
  const most = format in FORMATS ? FORMATS[format] : longest(pattern ?? '')
  if (most !== undefined) jsonSchema.maxLength ??= most
  // What is answered needs no length.
  if (zodSchema === Instant) jsonSchema.format = 'date-time'
  if (zodSchema === Day) jsonSchema.format = 'date'
  // Classes of Unicode: Python and Go refuse the whole pattern.
  if (pattern && (format in FORMATS || /\\p\{/i.test(pattern))) delete jsonSchema.pattern
}

const UP_TO = /^\^(\[1-9\]\\d\{0,|\\d\{1,)(\d{1,2})\}\$$/
const ONE_OF = /^\^\(\?:(-?\d{1,3}(?:\|-?\d{1,3}){0,20})\)\$$/
/** Ranges that only their patterns know. */
const RANGES: Readonly<Record<string, number>> = {
  '^[123]$': 3,
  '^([1-9]\\d?|1\\d\\d|200)$': 200,
  '^(?:[1-9]|[1-9]\\d|100)$': 100,
}

/** The numbers that a pattern of digits takes. */
const rangeOf = (pattern: string): { minimum: number; maximum: number; enum?: number[] } | undefined => {
  const [, first, digits] = UP_TO.exec(pattern) ?? []
  if (first === '\\d{1,') return { minimum: 0, maximum: 10 ** Number(digits) - 1 }
  if (first) return { minimum: 1, maximum: Math.min(10 ** (Number(digits) + 1) - 1, Number.MAX_SAFE_INTEGER) }
  const some = ONE_OF.exec(pattern)?.[1]?.split('|').map(Number)
  if (some) return { minimum: Math.min(...some), maximum: Math.max(...some), enum: some }
  return RANGES[pattern] ? { minimum: 1, maximum: RANGES[pattern] } : undefined
}

/** A text that takes digits only, as the whole number that it is; others as they are. */
const asNumber = (schema: JsonSchema): JsonSchema => {
  const range = rangeOf(schema.pattern ?? '')
  if (!range) return schema
  const { pattern: _, maxLength: __, ...rest } = schema
  const number = { ...rest, type: 'integer' as const, ...range }
  return { ...number, format: bitsOf(number) }
}

/** Addresses and forms know texts only: what they mean, of whatever depth. */
export const numbered = (schema: JsonSchema): JsonSchema => {
  if (schema.type === 'string') return asNumber(schema)
  if (schema.type === 'array') return { ...schema, items: numbered(schema.items as JsonSchema) }
  if (!schema.properties) return schema
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, numbered(field as JsonSchema)])
  return { ...schema, properties: Object.fromEntries(fields) }
}

type Form = { properties: Record<string, JsonSchema>; required: string[] }

/** The fields of a form under the names that they are sent by: `a`, `a[b]`, `a[0][b]`; of a list the first one. */
export const flat = (schema: JsonSchema, name = '', isNeeded = true): Form => {
  if (schema.type === 'array') return flat(schema.items as JsonSchema, `${name}[0]`, false)
  if (!schema.properties) return { properties: { [name]: schema }, required: isNeeded ? [name] : [] }
  const forms = Object.entries(schema.properties).map(([key, field]) =>
    flat(field as JsonSchema, name ? `${name}[${key}]` : key, isNeeded && (schema.required ?? []).includes(key)),
  )
  return {
    properties: Object.assign({}, ...forms.map(({ properties }) => properties)),
    required: forms.flatMap(({ required }) => required),
  }
}
