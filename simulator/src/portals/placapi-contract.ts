// PlacApi's own OpenAPI document (CC0, simulator/providers/README.md): its examples are the templates of the three
// portals, and its rules decide their refusals. It has no schema of errors: the bodies here follow its descriptions.
import { readFileSync } from 'node:fs'
import { type Answer, commonTroubles, fail, normal, ok, type Portal, type Query } from '../portal.ts'
import { jsonRefusals } from '../refusals.ts'

type Operation = {
  post: {
    requestBody: { content: { 'application/json': { schema: { properties: Record<string, { enum?: string[] }> } } } }
    responses: { '200': { content: { 'application/json': { example: object } } } }
  }
}
const DOCUMENT = new URL('../../providers/placapi.openapi.json', import.meta.url)
const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Record<string, Operation> }

const operationOf = (path: string): Operation['post'] => {
  const found = paths[path]
  if (!found) throw new Error(`PlacApi documents no call ${path}`)
  return found.post
}

/** The complete documented answer of a call. */
export const exampleOf = <T extends object>(path: string): T =>
  structuredClone(operationOf(path).responses['200'].content['application/json'].example) as T

const DOC_TYPES = new Set(
  operationOf('/multas').requestBody.content['application/json'].schema.properties.docType?.enum,
)
/** Alternative names in the document, and the type that each means. */
const DOC_TYPE_ALIASES: Readonly<Record<string, string>> = {
  PAS: 'PA',
  PASAPORTE: 'PA',
  'P.P.T.': 'PPT',
  'P.P.': 'PPT',
}

const refusal = (status: number, code: string, error: string, more: object = {}): Answer =>
  fail(status, { error, code, ...more })
/** Ten of each code are free per month. */
const noResult = (code: string, error: string): Answer =>
  refusal(404, code, error, { charged: false, freeNoResultsLeft: 9 })

export const badRequest = (error: string): Answer => refusal(400, 'bad_request', error)
export const notTheOwner = (): Answer =>
  noResult('propietario_no_coincide', 'El documento no corresponde a un propietario activo del vehículo.')
const limited = (): Answer => ({
  ...refusal(429, 'rate_limited', 'Rate limit excedido: 1000 consultas por minuto.'),
  headers: { 'retry-after': '1' },
})

const { captcha } = jsonRefusals({})
/**
 * The documented errors, each under the nearest scenario; a captcha and a failure inside a 200 are not from the
 * document.
 */
export const placapiRefusals: Partial<Portal['answers']> = {
  ...(captcha ? { captcha } : {}),
  unauthorized: () => refusal(401, 'unauthorized', 'API key inválida.'),
  conflict: () => badRequest('placa o documento con formato incorrecto'),
  'wrong-owner': notTheOwner,
  'no-credit': () => refusal(402, 'no_credits', 'Sin créditos suficientes.'),
  'rate-limited': limited,
  'server-error': () => refusal(500, 'internal_error', 'Error interno.'),
  pending: () => refusal(502, 'source_error', 'La fuente oficial no respondió a tiempo.', { charged: false }),
  'does-not-exist': () => noResult('vehiculo_no_registrado', 'El vehículo no tiene información registrada.'),
  'not-registered': () => noResult('consulta_sin_resultado', 'La fuente oficial no tiene datos para la consulta.'),
  'ok-with-error': () => ok({ status: 'error', data: null, error: 'La fuente no está disponible.', mode: 'live' }),
}

export const placapiTroubles = {
  ...commonTroubles,
  'ok-with-error': 0.006,
  conflict: 0.004,
  'does-not-exist': 0.004,
} as const

/** The plate in the source's form, 5 to 7 letters and digits without dashes and spaces, or its refusal. */
export const plateIn = (field: (name: string) => string): string | Answer => {
  const plate = normal(field('placa'))
  return /^[A-Z0-9]{5,7}$/.test(plate) ? plate : badRequest('placa inválida')
}

/** The owner's document, or its refusal. */
export const documentIn = (field: (name: string) => string): Pick<Query, 'holder' | 'holderType'> | Answer => {
  const source = field('docType')
  const holderType = DOC_TYPE_ALIASES[source] ?? source
  if (!DOC_TYPES.has(holderType)) return badRequest('docType inválido')
  const holder = field('docNumber') || field('doc')
  return holder ? { holder, holderType } : badRequest('docNumber es obligatorio')
}
