// Compatibility with clients: compares the released description of the API with the current one. Additions are allowed;
// removals are not, and no call may require more than before.
import { flat, type JsonSchema, numbered as numberedJson } from './schemas.ts'

type Schema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  enum?: readonly unknown[]
}
/** Values in an address are texts: a text of digits counts as a number. */
const numbered = (schema: Schema): Schema => numberedJson(schema as JsonSchema) as Schema

const flatForm = (schema: Schema): Schema => ({
  type: 'object',
  ...(flat(numbered(schema) as JsonSchema) as Pick<Schema, 'properties' | 'required'>),
})

type Content = { content?: Readonly<Record<string, { schema?: Schema }>> }
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
type Operation = {
  parameters?: readonly Parameter[]
  requestBody?: Content
  responses?: Readonly<Record<string, Content>>
}
export type Description = {
  info: { version: string }
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  webhooks?: Readonly<Record<string, { post?: Operation }>>
}

/** The document with references replaced by their schemas. */
export const withoutReferences = <D extends object>(document: D): D => {
  const at = (pointer: string): unknown =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
  const inlineReferences = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlineReferences)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as { $ref?: string }
    const named = typeof $ref === 'string' ? (inlineReferences(at($ref)) as object) : {}
    return {
      ...named,
      ...Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, inlineReferences(inner)])),
    }
  }
  return inlineReferences(document) as D
}

/** `asks`: the schemas of requests. `tells`: the schemas of replies. */
type Way = 'asks' | 'tells'

const typesOf = ({ type }: Schema): string => [type ?? []].flat().toSorted().join(' or ')

const objectFaults = (before: Schema, now: Schema, way: Way, at: string): string[] => {
  const was = before.properties ?? {}
  const is = now.properties ?? {}
  const demanded = (schema: Schema, name: string) => schema.required?.includes(name) ?? false
  const known = Object.entries(was).flatMap(([name, schema]) => {
    const here = is[name]
    if (!here) return [`${at}.${name} went away`]
    const lost = way === 'tells' && demanded(before, name) && !demanded(now, name)
    return [...(lost ? [`${at}.${name} may be missing`] : []), ...schemaFaults(schema, here, way, `${at}.${name}`)]
  })
  const added = Object.keys(is).filter((name) => demanded(now, name) && !demanded(before, name))
  return [...known, ...(way === 'asks' ? added.map((name) => `${at}.${name} became required`) : [])]
}

/** The alternatives of `anyOf`, or of a list of types, its short form. */
const choicesOf = ({ anyOf, ...schema }: Schema): readonly Schema[] | undefined => {
  if (anyOf || typeof schema.type === 'string' || schema.type === undefined) return anyOf
  return schema.type.map((type) => ({ ...schema, type }))
}

const schemaFaults = (before: Schema, now: Schema, way: Way, at: string): string[] => {
  const [was, is] = [choicesOf(before), choicesOf(now)]
  if (was || is) {
    const all = is ?? [now]
    return (was ?? [before]).flatMap((each) =>
      all.some((one) => schemaFaults(each, one, way, at).length === 0) ? [] : [`${at} is of another kind`],
    )
  }
  if (typesOf(before) !== typesOf(now)) return [`${at} is of another kind`]
  const gone = (before.enum ?? []).filter((value) => now.enum && !now.enum.includes(value))
  if (!before.enum && now.enum && way === 'asks') return [`${at} takes only some values`]
  return [
    ...gone.map((value) => `${at}: ${JSON.stringify(value)} went away`),
    ...objectFaults(before, now, way, at),
    ...(before.items && now.items ? schemaFaults(before.items, now.items, way, `${at}[]`) : []),
  ]
}

const contentFaults = (before: Content | undefined, now: Content | undefined, way: Way, at: string): string[] => {
  if (!before?.content) return now?.content && way === 'asks' ? [`${at}: a body became required`] : []
  return Object.entries(before.content).flatMap(([type, { schema }]) => {
    const here = now?.content?.[type]
    if (!here) return [`${at} ${type} went away`]
    // A form has only texts, by flat names.
    const read = type === 'multipart/form-data' ? flatForm : (each: Schema) => each
    return schema ? schemaFaults(read(schema), read(here.schema ?? {}), way, at) : []
  })
}

const parameterFaults = (
  { parameters: was = [] }: Operation,
  { parameters: is = [] }: Operation,
  at: string,
): string[] => {
  const same = (a: Parameter) => (b: Parameter) => a.name === b.name && a.in === b.in
  const gone = was.flatMap((each) => {
    const here = is.find(same(each))
    if (!here) return [`${at}?${each.name} went away`]
    const [before, after] = [numbered(each.schema ?? {}), numbered(here.schema ?? {})]
    return schemaFaults(before, after, 'asks', `${at}?${each.name}`)
  })
  const added = is.filter((each) => each.required && !was.find(same(each))?.required)
  return [...gone, ...added.map(({ name }) => `${at}?${name} became required`)]
}

const operationFaults = (before: Operation, now: Operation, at: string): string[] => [
  ...parameterFaults(before, now, at),
  ...contentFaults(before.requestBody, now.requestBody, 'asks', at),
  ...Object.entries(before.responses ?? {}).flatMap(([status, content]) =>
    contentFaults(content, now.responses?.[status], 'tells', `${at} → ${status}`),
  ),
]

/**
 * @internal for a test
 * @returns the changes that break a program written for the earlier description, a line each
 */
export const brokenPromises = (before: Description, now: Description): string[] => {
  const calls = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`
      const here = now.paths[path]?.[method]
      return here ? operationFaults(operation, here, at) : [`${at} went away`]
    }),
  )
  // In a webhook we send the body.
  const hooks = Object.entries(before.webhooks ?? {}).flatMap(([event, { post }]) => {
    const here = now.webhooks?.[event]?.post
    if (!here) return [`${event} went away`]
    return contentFaults(post?.requestBody, here.requestBody, 'tells', event)
  })
  return [...calls, ...hooks]
}

/** The part of a description that must stay compatible: without its texts. */
export const promisesOf = (described: Description): Description => {
  const wordless = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { summary, description, operationId, tags, security, ...rest } = value as Record<string, unknown>
    // A field of these names is a schema, which is promised.
    const fields = Object.entries({ summary, description, operationId, tags, security }).filter(
      ([, inner]) => typeof inner === 'object' && inner !== null && !Array.isArray(inner),
    )
    return { ...rest, ...Object.fromEntries(fields) }
  }
  const { info, paths, webhooks } = withoutReferences(described)
  return JSON.parse(JSON.stringify({ info: { version: info.version }, paths, webhooks }, wordless)) as Description
}
