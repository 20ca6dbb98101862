// What any call may answer besides what it is asked for, and with which headers: written once, and named by every
// operation.
import { type JsonSchema, numbered } from './openapi-schemas.ts'
import { isAlwaysAnswered } from './refusable.ts'

/** The limits and the token are looked at before a call's own rules, so that no call is without them. */
const PROBLEMS = {
  400: 'La solicitud no se entiende, o un campo no tiene la forma descrita',
  401: 'Sin sesión: falta el token, o no es válido o expiró',
  403: 'El usuario o el token no tiene el permiso de la llamada',
  404: 'No existe, o es de otra empresa',
  409: 'Contradice lo que hay: alguien lo cambió antes, o ya existe',
  422: 'Se entiende, y una regla no lo permite: `errors` dice qué campo y por qué',
  429: 'Demasiadas solicitudes: espere los segundos de `Retry-After`',
  500: 'Una falla nuestra: `requestId` es la que se dice a quien ayude',
  503: 'No se puede atender por ahora: espere los segundos de `Retry-After`',
} as const

const HEADERS = {
  'Retry-After': {
    description: 'Los segundos que hay que esperar antes de pedirlo otra vez.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 3_600 },
  },
  RateLimit: {
    description:
      'Cuántas llamadas quedan (r), y en cuántos segundos las habrá todas (t); mientras, vuelven una a una. Se cuentan ' +
      'por usuario (user), por token de acceso (token) y, sin sesión, por dirección (address).',
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

const problemAnswers = Object.fromEntries(
  Object.entries(PROBLEMS).map(([status, description]) => [
    `Problem${status}`,
    {
      description,
      ...headersOfProblem(status),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
)
const toProblems = Object.fromEntries(
  Object.keys(PROBLEMS).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
)

type Parameter = { schema?: JsonSchema }
type Operation = { parameters?: Parameter[]; responses?: Record<string, object> }
export type Document = {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object>; responses?: object; headers?: object }
}

const completed = (path: string, { parameters, responses, ...operation }: Operation): Operation => ({
  ...operation,
  ...(parameters
    ? { parameters: parameters.map((each) => (each.schema ? { ...each, schema: numbered(each.schema) } : each)) }
    : {}),
  responses: {
    ...toProblems,
    ...responses,
    200: { ...responses?.['200'], ...(isAlwaysAnswered(path) ? {} : COUNTED) },
  },
})

/** Every operation with its numbers in the address, and with the answers that are no success. */
export const withAnswers = (document: Document): Document => {
  const { components } = document
  return {
    ...document,
    components: {
      ...components,
      responses: { ...components?.responses, ...problemAnswers },
      headers: { ...components?.headers, ...HEADERS },
    },
    paths: Object.fromEntries(
      Object.entries(document.paths ?? {}).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, completed(path, operation)])),
      ]),
    ),
  }
}
