// What the published document promises to generated clients.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '@padron/contract/common'
import { ALL_CALLS } from '@padron/contract/features'
import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { nameComponents } from './components.ts'
import { COMPONENTS } from './docs/components.ts'
import { EXAMPLES } from './docs/examples.ts'
import { NUMBER_EXAMPLES, TEXT_EXAMPLES, USUALLY_FALSE, USUALLY_NULL } from './docs/field-examples.ts'
import { FIELDS } from './docs/fields.ts'
import { PARAMETERS } from './docs/parameters.ts'
import { REPLIES } from './docs/replies.ts'
import { SHARED_FIELDS } from './docs/shared-fields.ts'

type Json = { readonly [key: string]: unknown }
type Contents = Record<string, { example?: unknown }>
type Operation = {
  operationId: string
  summary?: string
  description?: string
  parameters?: { name: string; schema: Json; description?: string; example?: unknown }[]
  requestBody?: Json
  responses: Record<string, Json>
}
const FILE = join(import.meta.dirname, '../../../../docs/openapi.gen.json')
const document = JSON.parse(readFileSync(FILE, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Json>
    responses: Record<string, { content: Record<string, { example?: unknown }> }>
  }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** Every schema, at any depth. */
const schemas: Json[] = []
const collect = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) schemas.push(value as Json)
  for (const inner of Object.values(value)) collect(inner)
}
collect(document)

it('every object in a JSON request or response has a named schema', () => {
  const written = operations
    .flatMap(({ requestBody, responses }) => [requestBody, responses['200']])
    .map((each) => (each?.content as Record<string, { schema: Json }> | undefined)?.['application/json']?.schema)
    .filter((schema) => Object.keys(schema?.properties ?? {}).length > 0)
  expect(written).toEqual([])
})

it('every named schema exists and is used', () => {
  const named = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  const names = new Set([...named].map(([, name]) => name))
  expect([...names].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
})

it('integers have their size, and patterns are valid in other languages', () => {
  const integers = schemas.filter(({ type }) => type === 'integer')
  expect(integers.filter(({ format }) => format !== 'int32' && format !== 'int64')).toEqual([])
  expect(schemas.filter(({ pattern }) => /\\p\{/i.test(String(pattern)))).toEqual([])
})

it('parameters of addresses have their types: integers, days, lengths', () => {
  const schemaOf = (name: string, parameter: string) =>
    operations.find(({ operationId }) => operationId === name)?.parameters?.find((each) => each.name === parameter)
      ?.schema
  expect(schemaOf('captures.list', 'page')).toEqual({ type: 'integer', format: 'int32', minimum: 1, maximum: 999_999 })
  expect(schemaOf('pending.list', 'limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 200 })
  expect(schemaOf('dashboard.workbook', 'months')).toMatchObject({ type: 'integer', enum: [-2, -1, 0, 1, 3, 6, 12] })
  expect(schemaOf('obligations.list', 'from')).toMatchObject({ type: 'string', format: 'date', maxLength: 10 })
  expect(schemaOf('health.touched', 'after')).toEqual({ type: 'string', maxLength: 32 })
  expect(schemaOf('pending.list', 'whose')).toMatchObject({ type: 'string', maxLength: 16 })
})

it('the fields of a form are named as they are sent', () => {
  const form = operations.find(({ operationId }) => operationId === 'documents.create')?.requestBody as {
    content: Record<string, { schema: { properties: Json; required: string[] } }>
  }
  const { properties, required } = form.content['multipart/form-data']?.schema ?? { properties: {}, required: [] }
  expect(Object.keys(properties)).toEqual(
    expect.arrayContaining(['file', 'document[VehicleAssetId]', 'documentInfo[0][Value]']),
  )
  expect(required).toEqual(['file', 'document[DocumentTypeId]', 'document[VehicleAssetId]'])
})

it('moments and days in responses are marked as such', () => {
  const { properties } = document.components.schemas.Obligation as { properties: Record<string, Json> }
  expect(properties.dueOn).toMatchObject({ type: 'string', format: 'date' })
  const row = document.components.schemas.ActivityRow as { properties: Record<string, Json> }
  expect(Object.values(row.properties)).toContainEqual(expect.objectContaining({ type: 'string', format: 'date-time' }))
})

it('email addresses in requests are marked as such', () => {
  const isEmail = ({ format, items, anyOf = [] }: Json): boolean =>
    format === 'email' || [...(anyOf as Json[]), ...(items ? [items as Json] : [])].some(isEmail)
  expect(FIELD_PATHS.filter(([, field]) => isEmail(field)).map(([path]) => path)).toEqual([
    'AlertsCreateBody.mails',
    'AlertsEditBody.mails',
    'EditedReport.mails',
    'EmailSettingsSaveBody.fromEmail',
    'EmailSettingsTrackingBody.emails',
    'ExportsPdfReportBody.mails',
    'ExportsVehiclesReportBody.mails',
    'ImportsApplyBody.notifyTo',
    'ImportsUndoBody.notifyTo',
    'NewReport.mails',
    'NewUser.userInfo.userEmail',
    'PreviewedReport.mails',
    'ProcessingUpdateBody.emails',
    'SetupCompany.email',
    'SetupMail.from',
    'SetupMail.to',
    'UserChange.userInfo.userEmail',
  ])
  const forms = operations.flatMap(({ operationId, requestBody }) => {
    const form = (requestBody?.content as Record<string, { schema: Json }> | undefined)?.['multipart/form-data']
    const fields = Object.entries((form?.schema.properties ?? {}) as Record<string, Json>)
    return fields.flatMap(([name, field]) => (isEmail(field) ? [`${operationId}?${name}`] : []))
  })
  expect(forms).toEqual([
    'imports.uploadTemplate?notifyTo',
    'imports.editTemplate?notifyTo',
    'imports.replaceTemplate?notifyTo',
    'reports.configure?notifyTo',
  ])
})

it('every error response has an example in its format, for the identity service that of OAuth', () => {
  const answers = Object.entries(document.components.responses)
  const problems = answers.flatMap(([name, { content }]) => {
    const example = content['application/problem+json']?.example
    return example && name.startsWith('Problem') ? [Problem.parse(example)] : []
  })
  expect(problems.map(({ status }) => status)).toEqual([400, 401, 403, 404, 409, 412, 422, 429, 500, 503])
  expect(new Set(problems.map(({ type }) => type))).toEqual(new Set(['about:blank']))
  const signIn = operations.find(({ operationId }) => operationId === 'identity.token')?.responses
  expect([signIn?.['400'], signIn?.['401']].map((each) => each?.$ref)).toEqual([
    '#/components/responses/OAuth400',
    '#/components/responses/Problem401',
  ])
})

it('every call, parameter and field of a form has a description', () => {
  const named = operations.flatMap(({ operationId, parameters = [], requestBody }) => {
    const form = (requestBody?.content as Record<string, { schema: Json }> | undefined)?.['multipart/form-data']
    const fields = Object.entries((form?.schema.properties ?? {}) as Record<string, Json>)
    return [
      ...parameters.map(({ name, description }) => ({ operationId, name, description })),
      ...fields.map(([name, { description }]) => ({ operationId, name, description })),
    ]
  })
  expect(operations.filter(({ summary, description }) => !summary || !description)).toEqual([])
  expect(named.filter(({ description }) => !description)).toEqual([])
  const known = new Set(named.flatMap(({ operationId, name }) => [name, `${operationId}?${name}`]))
  expect(Object.keys(PARAMETERS).filter((key) => !known.has(key))).toEqual([])
})

/** Whether a check is a rule of the contract; the description of a schema is a check too. */
const isRule = ({ _zod }: z.core.$ZodCheck<never>): boolean => _zod.def.check === 'custom' && 'fn' in _zod.def

/** Every field of a component, at any depth, with the path by which its description is found. */
const fieldsOf = ({ properties = {}, items, anyOf = [] }: Json, path: string): [string, Json][] => [
  ...Object.entries(properties as Record<string, Json>).flatMap(([name, field]): [string, Json][] => [
    [`${path}.${name}`, field],
    ...fieldsOf(field, `${path}.${name}`),
  ]),
  ...(items ? fieldsOf(items as Json, path) : []),
  ...(anyOf as Json[]).flatMap((each) => fieldsOf(each, path)),
]
const FIELD_PATHS = Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsOf(schema, name))

it('every field has a description', () => {
  expect(FIELD_PATHS.flatMap(([path, { description }]) => (description ? [] : [path]))).toEqual([])
  const known = new Set(FIELD_PATHS.map(([path]) => path))
  expect(Object.keys(FIELDS).filter((path) => !known.has(path))).toEqual([])
  const names = new Set([...known].map((path) => path.split('.').at(-1)))
  expect(Object.keys(SHARED_FIELDS).filter((name) => !names.has(name))).toEqual([])
})

it('every component whose fields are validated together has a description', async () => {
  await nameComponents()
  const checked = Object.keys(document.components.schemas).filter((name) => {
    const schema = z.globalRegistry._idmap.get(name)
    return schema?._zod.def.type === 'object' && (schema._zod.def.checks ?? []).some(isRule)
  })
  expect(checked).toEqual(expect.arrayContaining(['DateFilter', 'Selection', 'UserChange']))
  expect(checked.filter((name) => !COMPONENTS[name])).toEqual([])
  expect(Object.keys(COMPONENTS).filter((name) => !document.components.schemas[name]?.description)).toEqual([])
})

it('fields that exclude each other, and those of which one is required, are in the schema too', () => {
  const { Selection, BulkChange, UserChange } = document.components.schemas
  expect(Selection?.allOf).toEqual([{ oneOf: [{ required: ['ids'] }, { required: ['query'] }] }])
  expect(BulkChange?.dependentRequired).toEqual({ field: ['value'], value: ['field'] })
  expect(UserChange?.minProperties).toBe(1)
})

it('every example of a request is accepted by its call', () => {
  const wrong = Object.entries(EXAMPLES).flatMap(([name, example]) => {
    const body = ALL_CALLS.find((call) => call.name === name)?.body as z.ZodMiniType | undefined
    const { error } = body?.safeParse(example) ?? { error: { issues: 'no call, or no body' } }
    return error ? [{ name, issues: error.issues }] : []
  })
  expect(wrong).toEqual([])
  const bodies = operations.flatMap(({ operationId, requestBody }) => {
    const json = (requestBody?.content as Contents | undefined)?.['application/json']
    return json ? [{ operationId, example: json.example }] : []
  })
  const refused = bodies.filter(({ operationId, example }) => {
    const body = ALL_CALLS.find(({ name }) => name === operationId)?.body as z.ZodMiniType | undefined
    return body && !body.safeParse(example).success
  })
  expect(refused).toEqual([])
  expect(Object.fromEntries(bodies.map(({ operationId, example }) => [operationId, example]))).toMatchObject(EXAMPLES)
})

it('every example of a response is valid for its call', () => {
  const withReply = new Set(ALL_CALLS.filter(({ reply }) => reply).map(({ name }) => name))
  expect(Object.keys(REPLIES).filter((name) => !withReply.has(name))).toEqual([])
  const replies = operations.flatMap(({ operationId, responses }) => {
    const json = (responses['200']?.content as Contents | undefined)?.['application/json']
    return json ? [{ operationId, example: json.example }] : []
  })
  const refused = replies.filter(({ operationId, example }) => {
    const reply = ALL_CALLS.find(({ name }) => name === operationId)?.reply as z.ZodMiniType | undefined
    return reply && !reply.safeParse(example).success
  })
  expect(refused.map(({ operationId }) => operationId)).toEqual([])
  expect(Object.fromEntries(replies.map(({ operationId, example }) => [operationId, example]))).toMatchObject(REPLIES)
})

it('every parameter has an example, and every field that is a text or a number', () => {
  const parameters = operations.flatMap(({ operationId, parameters: own = [] }) =>
    own.flatMap(({ name, example }) => (example === undefined ? [`${operationId}?${name}`] : [])),
  )
  expect(parameters).toEqual([])
  const isBare = ({ type, enum: values, format, examples }: Json) =>
    !values && !examples && format !== 'binary' && [type].flat().some((each) => /string|number|integer/.test(`${each}`))
  expect(FIELD_PATHS.flatMap(([path, field]) => (isBare(field) ? [path] : []))).toEqual([])
  const published = JSON.stringify(document)
  const names = [...Object.keys({ ...TEXT_EXAMPLES, ...NUMBER_EXAMPLES }), ...USUALLY_NULL, ...USUALLY_FALSE]
  const isNamed = (name: string) => published.includes(`"${name}"`) || published.includes(`[${name}]"`)
  expect(names.filter((name) => !isNamed(name))).toEqual([])
})

it('requests allow no additional fields, and responses do', () => {
  const closed = (name: string) => document.components.schemas[name]?.additionalProperties === false
  expect(closed('VehiclesEditBody')).toBe(true)
  expect(Object.keys(document.components.schemas).filter((name) => name.endsWith('Reply') && closed(name))).toEqual([])
})
