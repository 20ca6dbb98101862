// The published document as an outsider reads it: every call with its body's schema, a right body made from the schema,
// and every place in that body where something else could be put.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_CALLS } from '@padron/contract/features'
import type { InjectOptions } from 'fastify'
import { withoutReferences } from '../../http/openapi/released-api.ts'
import { PDF } from '../files/proof-files.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonSchema = {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: Json[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Operation = {
  name: string
  method: Method
  path: string
  /** Whether it asks for a token. */
  guarded: boolean
  /** Whether any session will do. */
  anySession: boolean
  parameters: string[]
  /** What its query must have. */
  query: string[]
  /** What its query may have. */
  queries: string[]
  body?: JsonSchema
  /** Its body is a form with a file in it. */
  form: boolean
  /** The texts of that form. */
  fields: string[]
  /** The type of the file that is its body. */
  file?: string
  /** Whether it looks at its query, and refuses what it does not know there. */
  asks: boolean
  /** Whether it answers rows and how many there are. */
  lists: boolean
}

type Content = { content: Record<string, { schema: JsonSchema }> }
type Described = {
  operationId: string
  description?: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: Content
  responses?: Record<string, Partial<Content>>
}

/** The names under which a form sends the texts of a schema: `a`, `a[b]`, `a[0][b]`. */
const textFields = ({ type, format, properties = {}, items }: JsonSchema, name = ''): string[] => {
  if (type === 'array') return textFields(items ?? {}, `${name}[0]`)
  if (type === 'string' || type === 'integer') return format === 'binary' ? [] : [name]
  return Object.entries(properties).flatMap(([key, of]) => textFields(of, name ? `${name}[${key}]` : key))
}

const FILE = join(import.meta.dirname, '../../../../docs/openapi.gen.json')
const document = withoutReferences(
  JSON.parse(readFileSync(FILE, 'utf8')) as { paths: Record<string, Record<string, Described>> },
)

export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, { operationId, description, security = [], parameters = [], requestBody, responses }]) => {
      const body = requestBody?.content['application/json']?.schema
      const form = requestBody?.content['multipart/form-data']
      const [file] = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
        schema.format === 'binary' ? [type] : [],
      )
      const reply = responses?.['200']?.content?.['application/json']?.schema
      const counts = Object.keys(reply?.properties ?? {}).some((name) => /totalCount/i.test(name))
      return {
        name: operationId,
        method: method.toUpperCase() as Method,
        path,
        guarded: security.length > 0,
        form: form !== undefined,
        fields: form ? textFields(form.schema) : [],
        anySession: description?.startsWith('Cualquier sesión.') === true,
        parameters: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
        query: parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => name),
        queries: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
        ...(body ? { body } : {}),
        ...(file ? { file } : {}),
        asks: ALL_CALLS.find(({ name }) => name === operationId)?.query !== undefined,
        lists: body !== undefined && (counts || reply?.type === 'array'),
      }
    },
  ),
)

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** What a sample holds: ids and texts by the field's name; else a number or a text that the schema takes. */
export type Known = Readonly<Record<string, Json>>

/** Of alternatives the last that is not null, which is the most specific one. */
const fullest = ({ anyOf }: JsonSchema): JsonSchema | undefined => anyOf?.findLast(({ type }) => type !== 'null')
const isOf = ({ type }: JsonSchema, value: Json): boolean =>
  type === undefined || typeof value === (type === 'integer' ? 'number' : type)

/** A right value with every field there may be; of alternatives the one that takes what is known. */
export const sample = (schema: JsonSchema, known: Known, name = ''): Json => {
  const fits = schema.anyOf?.find((each) => each.type !== undefined && isOf(each, known[name] ?? null))
  const one = fits ?? fullest(schema)
  if (one) return sample(one, known, name)
  if (schema.enum) return schema.enum[0] ?? null
  if (schema.type === 'object') {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, of]) => [key, sample(of, known, key)]))
  }
  if (schema.type === 'array') return schema.maxItems === 0 ? [] : [sample(schema.items ?? {}, known, name)]
  const given = known[name]
  if (given !== undefined && isOf(schema, given)) return given
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'string') return FORMATS[schema.format ?? ''] ?? 'muestra'
  return null
}

export type Place = { at: (string | number)[]; name: string; schema: JsonSchema; value: Json }

/** Every object, list and value of a sample, with its schema. */
export const placesOf = (schema: JsonSchema, value: Json, at: (string | number)[] = [], name = ''): Place[] => {
  const here = { at, name, schema, value }
  const of = fullest(schema) ?? schema
  if (Array.isArray(value))
    return [here, ...value.flatMap((each, i) => placesOf(of.items ?? {}, each, [...at, i], name))]
  if (value === null || typeof value !== 'object') return [here]
  const inside = Object.entries(value).flatMap(([key, each]) =>
    placesOf(of.properties?.[key] ?? {}, each, [...at, key], key),
  )
  return [here, ...inside]
}

/** The same value with something else in one place. */
export const put = (whole: Json, [key, ...rest]: readonly (string | number)[], value: Json): Json => {
  if (key === undefined) return value
  if (Array.isArray(whole)) return whole.map((each, i) => (i === key ? put(each, rest, value) : each))
  if (whole === null || typeof whole !== 'object') return whole
  return { ...whole, [key]: put(whole[key] ?? null, rest, value) }
}

/** Whether the document allows this value there; of texts, only the length is checked. */
export const allows = ({ anyOf, ...schema }: JsonSchema, value: Json): boolean => {
  if (anyOf) return anyOf.some((each) => allows(each, value))
  if (schema.enum && !schema.enum.includes(value)) return false
  const within = (n: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY) =>
    n >= least && n <= most
  if (schema.type === 'integer') return Number.isInteger(value) && within(Number(value), schema.minimum, schema.maximum)
  if (schema.type === 'string')
    return typeof value === 'string' && within(value.length, schema.minLength, schema.maxLength)
  if (schema.type === 'array')
    return (
      Array.isArray(value) &&
      within(value.length, schema.minItems, schema.maxItems) &&
      value.every((each) => allows(schema.items ?? {}, each))
    )
  if (schema.type === 'null') return value === null
  if (schema.type === 'boolean') return typeof value === 'boolean'
  return schema.type !== 'object' || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

/** The numbers among a sample's places, alternatives to a list included. */
export const takesNumbers = ({ schema }: Place): boolean =>
  schema.type === 'integer' || (schema.anyOf?.some(({ type }) => type === 'integer') ?? false)

/** A request as the document asks for it. @param ids what stands in the path and must in the query, by the name */
export const requestOf = (
  { method, path, query, file }: Operation,
  ids: Readonly<Record<string, number | string>>,
  body?: Json | string,
): InjectOptions => ({
  method,
  url:
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1)) +
    (query.length > 0 ? `?${query.map((name) => `${name}=${ids[name] ?? 1}`).join('&')}` : ''),
  ...(file ? { payload: PDF, headers: { 'content-type': file } } : {}),
  ...(body === undefined
    ? {}
    : {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
})
