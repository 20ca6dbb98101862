// The answers that any call may give besides its reply, with their headers: written once, and referenced by every
// operation.
import { MOVE_TEXTS, NOTICES, type Problem } from '@padron/contract/common'
import { ALL_CALLS } from '@padron/contract/features'
import { TOKEN_ERRORS } from '@padron/contract/session'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { V3_TEXTS } from '@padron/contract/v3/texts'
import { isAlwaysAnswered } from '../overload/refusable.ts'
import { mayComeWithout } from '../serve.ts'
import { withWords } from './descriptions.ts'
import { type JsonSchema, numbered } from './schemas.ts'

const WHY_AGAIN = 'espere los segundos de `Retry-After`, donde viene, y pídalo otra vez'

/**
 * The limits and the token are checked before a call's own rules, so every call may give these answers. Each has an
 * example as the service sends it.
 */
const PROBLEMS = {
  400: {
    description: 'La solicitud no se entiende, o un campo no tiene la forma descrita: `errors` dice cuál y por qué.',
    title: 'Los datos enviados no son válidos.',
    errors: [{ path: 'page', message: 'Página no válida' }],
  },
  401: { description: 'Sin sesión: falta el token, o no es válido, expiró o se revocó.', title: NOTICES[401] },
  403: {
    description:
      'El usuario o el token no tiene el permiso de la llamada, o ella no admite un token de acceso personal.',
    title: NOTICES[403],
  },
  404: { description: 'No existe, o es de otra empresa, o de un vehículo que el usuario no ve.', title: NOTICES[404] },
  409: {
    description: 'Contradice lo que hay: alguien lo cambió antes, ya existe, o algo lo usa.',
    title: 'Ya existe un vehículo activo con esa placa.',
    errors: [{ path: 'vehicleClass.vehicleAsset.plate', message: 'Ya existe un vehículo activo con esa placa.' }],
  },
  412: { description: 'Cambió desde que se leyó: el ETag de If-Match ya es otro.', title: V3_TEXTS.changed },
  422: {
    description: 'Se entiende, y una regla no lo permite: `errors` dice qué campo y por qué.',
    title: FORM_TEXTS.deactivationReasonRequired,
    errors: [{ path: 'vehicleClass.vehicleAsset.assetStatusId', message: FORM_TEXTS.deactivationReasonRequired }],
  },
  429: {
    description: `Demasiadas solicitudes: ${WHY_AGAIN}.`,
    title: 'Usted hizo demasiadas solicitudes en poco tiempo. Espere 5 segundos y vuelva a intentarlo.',
  },
  500: {
    description: 'Una falla nuestra, ya registrada: `requestId` la nombra ante quien administra la instalación.',
    title: 'Ocurrió un error inesperado. Intente de nuevo más tarde.',
    requestId: '5f0c1d8e-6d0b-4f6b-9a55-0b7c3e1f2a90',
  },
  503: {
    description: `No se puede atender por ahora: ${WHY_AGAIN}.`,
    title: 'El servicio no está disponible por el momento.',
  },
} satisfies Record<number, { description: string } & Omit<Problem, 'type' | 'status'>>

/** Errors of the identity service in the form that OAuth 2.0 clients expect (RFC 6749 §5.2). */
const OAUTH_ERROR = {
  type: 'object',
  description: 'Un error de OAuth 2.0 (RFC 6749 §5.2).',
  properties: {
    error: {
      type: 'string',
      enum: [
        'invalid_request',
        'invalid_grant',
        'unsupported_grant_type',
        'mfa_required',
        'access_denied',
        'temporarily_unavailable',
      ],
      description: 'Cuál error es. Con `mfa_required` la contraseña es correcta y falta el segundo factor.',
    },
    error_description: { type: 'string', description: 'Por qué, para una persona.' },
    mfa_token: { type: 'string', description: 'Con `mfa_required`: se envía con el código o la llave de acceso.' },
    expires_in: {
      type: 'integer',
      format: 'int32',
      minimum: 1,
      maximum: 3_600,
      description: 'Los segundos que vale `mfa_token`.',
    },
    application: { type: 'boolean', description: 'Si el usuario tiene una aplicación de códigos.' },
    passkey: { type: 'object', description: 'Lo que el navegador firma con una llave de acceso (WebAuthn).' },
  },
  required: ['error', 'error_description'],
} as const

const HEADERS = {
  'Retry-After': {
    description: 'Los segundos que hay que esperar antes de pedirlo otra vez.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 3_600 },
  },
  RateLimit: {
    description:
      'Cuántas llamadas quedan (r), y en cuántos segundos las habrá todas (t); mientras, vuelven una a una. Se ' +
      'cuentan por usuario (user), por token de acceso (token) y, sin sesión, por dirección (address).',
    schema: { type: 'string', examples: ['"token";r=574;t=3'] },
  },
  'RateLimit-Policy': {
    description: 'Cuántas llamadas (q) admite este proceso en 60 segundos (w).',
    schema: { type: 'string', examples: ['"token";q=600;w=60'] },
  },
} as const

const headersOf = (...names: readonly (keyof typeof HEADERS)[]) => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
})
const COUNTED = headersOf('RateLimit', 'RateLimit-Policy')

const headersOfProblem = (status: string) => {
  if (status === '503') return headersOf('Retry-After')
  if (status === '429') return headersOf('Retry-After', 'RateLimit', 'RateLimit-Policy')
  return COUNTED
}

const problemAnswers = Object.entries(PROBLEMS).map(([status, { description, ...sample }]) => {
  const example: Problem = { type: 'about:blank', ...sample, status: Number(status) }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } }
  return [`Problem${status}`, { description, ...headersOfProblem(status), content }] as const
})

const OAUTH = {
  400: { error: 'invalid_grant', error_description: TOKEN_ERRORS.wrong },
  429: { error: 'invalid_grant', error_description: TOKEN_ERRORS.locked },
  503: { error: 'temporarily_unavailable', error_description: MOVE_TEXTS.moving },
} as const

/** Errors of the identity service. Too many calls and temporary failures may also have the usual form. */
const oauthAnswers = problemAnswers.flatMap(([name, answer]) => {
  const status = name.replace('Problem', '')
  const example = OAUTH[status as unknown as keyof typeof OAUTH]
  if (!example) return []
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' }, example } }
  return [[`OAuth${status}`, { ...answer, content: { ...json, ...(status === '400' ? {} : answer.content) } }] as const]
})

const refersTo = (answers: readonly (readonly [string, object])[]) =>
  Object.fromEntries(answers.map(([name]) => [name.slice(-3), { $ref: `#/components/responses/${name}` }]))
const TO_PROBLEMS = refersTo(problemAnswers.filter(([name]) => name !== 'Problem412'))
const TO_OAUTH = { ...TO_PROBLEMS, ...refersTo(oauthAnswers) }

type Parameter = { name: string; schema?: JsonSchema }
type Operation = {
  operationId?: string
  requestBody?: object
  parameters?: Parameter[]
  responses?: Record<string, object>
}
const ETAG = {
  description: 'Otro con cada cambio de lo que se responde; va en If-Match y en If-None-Match.',
  schema: { type: 'string', maxLength: 60 },
} as const
const REPLAYED = {
  description: '`true` donde la respuesta es la de una solicitud anterior con la misma clave.',
  schema: { type: 'string', enum: ['true'] },
} as const
const CALL_HEADERS = new Map(
  ALL_CALLS.map(({ name, etag, idempotent }) => [
    name,
    { ...(etag ? { ETag: ETAG } : {}), ...(idempotent ? { 'Idempotency-Replayed': REPLAYED } : {}) },
  ]),
)
/** Answers of calls that accept an earlier ETag: unchanged, or changed meanwhile. */
const answersByEtag = (operationId: string | undefined): Record<string, object> => {
  const call = ALL_CALLS.find(({ name }) => name === operationId)
  if (!call?.etag || call.method === 'POST') return {}
  return call.method === 'GET'
    ? { 304: { description: 'Es todavía lo que se tiene; sin cuerpo.' } }
    : { 412: { $ref: '#/components/responses/Problem412' } }
}
export type Document = {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object>; responses?: object; headers?: object }
}

const WITHOUT_BODY = new Set(
  ALL_CALLS.filter((call) => call.byQuery !== undefined || mayComeWithout(call)).map(({ name }) => name),
)

const completed = (path: string, { parameters, responses, ...operation }: Operation): Operation => ({
  ...operation,
  ...(WITHOUT_BODY.has(operation.operationId ?? '')
    ? { requestBody: { ...operation.requestBody, required: false } }
    : {}),
  ...(parameters
    ? { parameters: parameters.map((each) => (each.schema ? { ...each, schema: numbered(each.schema) } : each)) }
    : {}),
  responses: {
    ...(operation.operationId?.startsWith('identity.') ? TO_OAUTH : TO_PROBLEMS),
    ...responses,
    ...answersByEtag(operation.operationId),
    200: {
      ...responses?.['200'],
      description: 'Lo que se pidió.',
      ...(isAlwaysAnswered(path)
        ? {}
        : { headers: { ...COUNTED.headers, ...CALL_HEADERS.get(operation.operationId ?? '') } }),
    },
  },
})

/** Every operation with its numbers in the address, and with the answers that are no success. */
export const withAnswers = (document: Document): Document => {
  const { components } = document
  return {
    ...document,
    components: {
      ...components,
      schemas: { ...components?.schemas, OAuthError: OAUTH_ERROR },
      responses: { ...components?.responses, ...Object.fromEntries([...problemAnswers, ...oauthAnswers]) },
      headers: { ...components?.headers, ...HEADERS },
    },
    paths: Object.fromEntries(
      Object.entries(document.paths ?? {}).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [method, withWords(completed(path, operation))]),
        ),
      ]),
    ),
  }
}
