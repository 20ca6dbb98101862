// PlacApi's connectors and simulated portals against the provider's own OpenAPI document (simulator/providers): every
// request must be one that the document allows. It has no schema of an answer, only one example per call: an answer
// must have its fields, no other, and values of their kinds.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClient } from '../engine/http-client.ts'
import { PORTALS, startSimulator, subjectOf } from '../testing/connectors.ts'
import type { Connector, PortalClient, PortalRequest, RawAnswer } from './connector.ts'
import { CONNECTORS } from './registry.ts'

type Media = { 'application/json': { schema: object; example: unknown } }
type Operation = {
  requestBody: { content: Media }
  responses: Record<string, { description: string; content?: Media }>
}
type Document = {
  servers: { url: string }[]
  paths: Record<string, { post?: Operation }>
  components: { securitySchemes: { ApiKeyAuth: { name: string } } }
}
const DOCUMENT: Document = JSON.parse(
  readFileSync(new URL('../../../../simulator/providers/placapi.openapi.json', import.meta.url), 'utf8'),
)
// `example` and the like are OpenAPI's own words inside its schemas.
const ajv = new Ajv2020({ allErrors: true, strict: true, keywords: ['example', 'x-credits'] })

const operationOf = (path: string): Operation => {
  const found = DOCUMENT.paths[path]?.post
  if (!found) throw new Error(`The document has no POST ${path}`)
  return found
}

/** Only the documented fields: the document allows others, and a misspelled one would be ignored. */
const requestSchema = (path: string): object => ({
  ...operationOf(path).requestBody.content['application/json'].schema,
  additionalProperties: false,
})

/** The schema of one example: the same fields everywhere, values of the same kind, and any value where it is null. */
function schemaLike(example: unknown): object {
  if (example === null) return {}
  if (Array.isArray(example)) return { type: 'array', ...(example.length ? { items: schemaLike(example[0]) } : {}) }
  if (typeof example === 'object') {
    const properties = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, schemaLike(value)]))
    return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  }
  // A text or number may be null where the source does not know it; a boolean may not.
  return { type: typeof example === 'boolean' ? 'boolean' : [typeof example, 'null'] }
}
const answerSchema = (path: string): object =>
  schemaLike(operationOf(path).responses['200']?.content?.['application/json'].example)

/** `402` and `no_credits`, as the descriptions say it. */
const codesOf = (path: string): string[] =>
  Object.entries(operationOf(path).responses).flatMap(([status, { description }]) =>
    [...description.matchAll(/(?<=code: )\w+|\b[a-z]+(?:_[a-z]+)+\b/g)].map(([code]) => `${status} ${code}`),
  )

const expectFits = (validate: ValidateFunction, value: unknown, what: string): void => {
  validate(value)
  expect(validate.errors ?? [], `${what}: ${JSON.stringify(value).slice(0, 500)}`).toEqual([])
}

const connectors = CONNECTORS.filter(({ portal }) => /^placapi\b/.test(portal))
const pathOf = async (connector: Connector): Promise<string> => (await sent(connector)).path

/** The request that the connector sends for a vehicle. */
async function sent(connector: Connector, subject = subjectOf(connector)): Promise<PortalRequest> {
  let request: PortalRequest | undefined
  const answer: RawAnswer = { request: '', status: 500, contentType: 'application/json', body: '{}' }
  const client: PortalClient = {
    credential: 'pk_live_invented',
    callback: '',
    wait: async () => undefined,
    request: async (one) => {
      request = one
      return answer
    },
  }
  await connector.fetch(subject, client)
  if (!request) throw new Error(`${connector.key} asks nothing`)
  return request
}

let simulator: Awaited<ReturnType<typeof startSimulator>>
let scenarios: { number: number; name: string }[] = []
beforeAll(async () => {
  simulator = await startSimulator()
  const reply = await fetch(`${simulator.base}/__control/scenarios`)
  scenarios = ((await reply.json()) as { scenarios: typeof scenarios }).scenarios
})
afterAll(() => simulator.process.kill('SIGTERM'))

it('the connectors use four of the documented calls', async () => {
  const paths = await Promise.all(connectors.map(pathOf))
  expect(paths.sort()).toEqual(['/consulta', '/consulta-por-vin', '/multas', '/vehiculo-mx'])
})

describe.each(connectors.map((connector) => [connector.key, connector] as const))('%s', (_key, connector) => {
  it('sends a request that the document allows, with the key in its header', async () => {
    const dashed = { ...subjectOf(connector), plate: connector.country === 'MX' ? 'FAA-123-A' : 'ABC-123' }
    for (const subject of [subjectOf(connector), dashed]) {
      const { method, path, json, headers, query, form } = await sent(connector, subject)
      expect([method, query, form]).toEqual(['POST', undefined, undefined])
      expect(headers).toMatchObject({ [DOCUMENT.components.securitySchemes.ApiKeyAuth.name]: 'pk_live_invented' })
      expectFits(ajv.compile(requestSchema(path)), json, path)
      expect(Object(json).placa ?? 'FAA123').toMatch(/^[A-Z0-9]{5,7}$/)
    }
  })

  // Answers that are damaged on purpose, and those outside the document (a captcha, a failure inside a 200).
  const DAMAGED = new Set(['drift', 'ok-with-error', 'captcha', 'no-rows-key', 'unknown-field', 'partial'])
  const UNDELIVERED = new Set(['slow', 'hang', 'drip', 'cut', 'gzip-bomb'])

  it('gets documented answers and error codes from the simulator', async () => {
    const [path = '', credential = ''] = PORTALS[connector.portal] ?? []
    const call = await pathOf(connector)
    const fits = ajv.compile(answerSchema(call))
    const codes = codesOf(call)
    const seen = new Set<string>()
    for (const { number, name } of scenarios) {
      if (UNDELIVERED.has(name)) continue
      const subject = subjectOf(connector, `QQ${String(number).padStart(2, '0')}`)
      const [answer] = await connector.fetch(
        subject,
        openClient(simulator.base + path, credential, AbortSignal.timeout(5_000)),
      )
      if (!answer) throw new Error(name)
      if (answer.status !== 200) {
        const { code, error } = JSON.parse(answer.body)
        expect(codes, name).toContain(`${answer.status} ${code}`)
        expect(error).toBeTypeOf('string')
        seen.add(code)
      } else if (!DAMAGED.has(name)) expectFits(fits, JSON.parse(answer.body), name)
    }
    expect([...seen].sort()).toEqual([
      'bad_request',
      'consulta_sin_resultado',
      'internal_error',
      'no_credits',
      'propietario_no_coincide',
      'rate_limited',
      'source_error',
      'unauthorized',
      'vehiculo_no_registrado',
    ])
  })
})

it('an answer or a request that differs from the document is detected', () => {
  const fits = ajv.compile(answerSchema('/multas'))
  const [row] = [
    { comparendoId: '1', fecha: null, organismo: 'X', infraccion: 'Y', codigo: 'C14', estado: 'pendiente', valor: 1 },
  ]
  const answer = (multas: object[]) => ({
    source: 'multas',
    status: 'warn',
    data: { totalDeuda: 1, totalMultas: 1, multas, acuerdosPago: 0 },
    mode: 'live',
    fetchedAt: '',
  })
  expect(fits(answer([row]))).toBe(true)
  expect(fits(answer([{ ...row, placa: 'ABC123' }]))).toBe(false)
  expect(fits(answer([{ ...row, valor: '1' }]))).toBe(false)
  expect(ajv.compile(requestSchema('/multas'))({ plate: 'ABC123', docType: 'NIT', docNumber: '1' })).toBe(false)
  expect(ajv.compile(requestSchema('/multas'))({ placa: 'ABC123', docType: 'RUC', docNumber: '1' })).toBe(false)
})
