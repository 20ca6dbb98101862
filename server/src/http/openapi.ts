// OpenAPI 3.1, written from the call rows and the webhooks' events, with a reader at /api/docs. What was released of
// it is a promise (released-api.ts).
import swagger from '@fastify/swagger'
import reader from '@fastify/swagger-ui'
import type { Call } from '@padron/contract/call'
import { WEBHOOK_DATA, WEBHOOK_EVENTS, WEBHOOK_TEST, WebhookBody } from '@padron/contract/webhook-events'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod/mini'
import { nameComponents, withFewerComponents } from './openapi-components.ts'

type Transformed = { schema: FastifySchema; url: string }

const INT32 = 2 ** 31 - 1

type Overridden = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }

/** What programs in other languages need to know, and nothing that they cannot read. */
const override = ({ zodSchema, jsonSchema }: Overridden): void => {
  // What is answered may have more fields one day. What is sent may not: its objects are strict.
  if (zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall) delete jsonSchema.additionalProperties
  // Not every reader of 3.1 knows `const`.
  if (jsonSchema.const !== undefined) {
    jsonSchema.enum = [jsonSchema.const]
    delete jsonSchema.const
  }
  if (jsonSchema.type === 'integer') {
    const { minimum = -Infinity, maximum = Infinity } = jsonSchema
    jsonSchema.format = minimum >= -INT32 && maximum <= INT32 ? 'int32' : 'int64'
  }
  // Classes of Unicode: Python and Go refuse the whole pattern.
  if (jsonSchema.pattern && /\\p\{/i.test(jsonSchema.pattern)) delete jsonSchema.pattern
}
const zodToJsonConfig = { override }
const jsonSchemaTransform = createJsonSchemaTransform({ zodToJsonConfig })
const withComponents = createJsonSchemaTransformObject({ zodToJsonConfig })

/** A schema that no route has; what it names is a component. */
const sentSchema = (schema: z.core.$ZodType): { properties?: object; required?: string[] } => {
  const { $schema: _, $defs: __, id: ___, ...json } = z.toJSONSchema(schema, { io: 'input', override })
  return JSON.parse(JSON.stringify(json).replaceAll(/#\/\$defs\/(\w+)/g, '#/components/schemas/$1Input'))
}

const BINARY = { type: 'string', format: 'binary' }

const asForm = (schema: FastifySchema, { multipart, body }: Call): object => {
  const fields = sentSchema(body as z.ZodMiniType)
  const file = multipart?.file ?? 'file'
  const properties = { [file]: BINARY, ...fields.properties }
  const required = [file, ...(fields.required ?? [])]
  return { ...schema, consumes: ['multipart/form-data'], body: { type: 'object', properties, required } }
}

const asDownload = (schema: FastifySchema, type: string): object => ({
  ...schema,
  produces: [type],
  response: { 200: { description: 'El archivo', content: { [type]: { schema: BINARY } } } },
})

/** A row whose body is a file says so: bytes of the types it takes. */
const transform: typeof jsonSchemaTransform = (input) => {
  const { schema, url } = jsonSchemaTransform(input) as Transformed
  const call = (input.route?.config as { call?: Call } | undefined)?.call
  if (call?.multipart) return { schema: asForm(schema, call), url } as Transformed
  if (call?.sends) return { schema: asDownload(schema, call.sends), url } as Transformed
  const file = call?.file
  if (!file) return { schema, url }
  return { schema: { ...schema, consumes: file.types, body: { type: 'string', format: 'binary' } }, url } as Transformed
}

/**
 * What any call may answer instead. The limits and the token are looked at before a call's own rules, so that no call
 * is without them.
 */
const PROBLEMS = {
  400: 'La solicitud no se entiende, o un campo no tiene la forma descrita',
  401: 'Sin sesión: falta el token, o no es válido o expiró',
  403: 'El usuario o el token no tiene el permiso de la llamada',
  404: 'No existe, o es de otra empresa',
  409: 'Contradice lo que hay: alguien lo cambió antes, o ya existe',
  422: 'Se entiende, y una regla no lo permite: `errors` dice qué campo y por qué',
  429: 'Demasiadas solicitudes: espere los segundos de `Retry-After`',
  503: 'No se puede atender por ahora: espere los segundos de `Retry-After`',
} as const

const problemAnswers = Object.fromEntries(
  Object.entries(PROBLEMS).map(([status, description]) => [
    `Problem${status}`,
    {
      description,
      ...(status === '429' || status === '503'
        ? { headers: { 'Retry-After': { description: 'Segundos', schema: { type: 'integer', format: 'int32' } } } }
        : {}),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
)
const toProblems = Object.fromEntries(
  Object.keys(PROBLEMS).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
)

type Document = {
  paths?: Record<string, Record<string, { responses?: object }>>
  components?: { schemas?: Record<string, object>; responses?: object }
}

/** Every operation with the answers that are no success, written once. */
const withProblems = (document: Document): Document => {
  const { components } = document
  return {
    ...document,
    components: {
      ...components,
      responses: { ...components?.responses, ...problemAnswers },
    },
    paths: Object.fromEntries(
      Object.entries(document.paths ?? {}).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [
            method,
            { ...operation, responses: { ...toProblems, ...operation.responses } },
          ]),
        ),
      ]),
    ),
  }
}

/** Of the API, not of the product: the first number is that of its addresses, the second grows with what is added. */
const API_VERSION = '2.1.0'

const ABOUT =
  'Estado de cada vehículo ante los recursos públicos. Cada llamada lleva en Authorization, como Bearer, el token de ' +
  'una sesión de la consola o un\ntoken de acceso personal; uno de estos abre lo que se le dio, de lo que su usuario ' +
  'puede en ese momento. Las versiones 2.x solo agregan: lo que hay no cambia ni se quita.'

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'El token de una sesión: POST /connect/token' },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'padron_pat_…',
    description: 'Un token de acceso personal, de la pantalla Tokens de acceso',
  },
} as const

const header = (name: string, description: string) =>
  ({ name, in: 'header', required: true, description, schema: { type: 'string' } }) as const

/** What a receiver is handed, an event each. */
const TEST = { event: WEBHOOK_TEST, name: 'Prueba', description: 'Lo que manda el botón Probar.' } as const
const webhookOf = ({ event, name, description }: (typeof WEBHOOK_EVENTS)[number] | typeof TEST) => {
  const body = z.extend(WebhookBody, { type: z.literal(event), data: WEBHOOK_DATA[event] })
  const schema = sentSchema(body)
  const post = {
    operationId: `webhook.${event}`,
    summary: name,
    description,
    tags: ['webhooks'],
    parameters: [
      header('webhook-id', 'El identificador del evento: el mismo en cada intento'),
      header('webhook-timestamp', 'Cuándo se mandó, en segundos desde 1970'),
      header(
        'webhook-signature',
        'v1, y HMAC-SHA256 en base64 de id.timestamp.cuerpo; varias, con un espacio en medio',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Recibido' } },
  }
  return [event, { post }]
}
await nameComponents()

/** Made once: a process of tests builds the application many times. */
const WEBHOOKS = Object.fromEntries([...WEBHOOK_EVENTS, TEST].map(webhookOf))

export const describe = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Padrón', version: API_VERSION, description: ABOUT.replaceAll('\n', ' ') },
      components: { securitySchemes: SCHEMES },
      webhooks: WEBHOOKS,
    },
    transform,
    transformObject: (input) =>
      'openapiObject' in input
        ? withFewerComponents(withProblems(withComponents(input) as Document))
        : input.swaggerObject,
  })
}

/** The document and its reader; registered after every route. */
export const serveDescription = async (app: FastifyInstance): Promise<void> => {
  for (const path of ['/api/openapi.json', '/api/v2/openapi.json'])
    app.get(path, { schema: { hide: true } }, () => app.swagger())
  await app.register(reader, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { deepLinking: false },
    theme: { title: 'API de Padrón' },
  })
}
