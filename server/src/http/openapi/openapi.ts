// Generates the OpenAPI 3.1 document from the call rows and the webhooks' events; api-docs.ts serves the page that
// shows it. Released parts must stay compatible (released-api.ts).
import swagger from '@fastify/swagger'
import type { Call } from '@padron/contract/call'
import { ETAG_MAX, IDEMPOTENCY_HOURS, IDEMPOTENCY_KEY_MAX } from '@padron/contract/v3/texts'
import { WEBHOOK_DATA, WEBHOOK_EVENTS, WEBHOOK_TEST, WebhookBody } from '@padron/contract/webhook-events'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod/mini'
import { type Document, withAnswers } from './answers.ts'
import { nameComponents, withFewerComponents } from './components.ts'
import { withFieldWords } from './descriptions.ts'
import { withExamples } from './samples.ts'
import { flat, type JsonSchema, numbered, override } from './schemas.ts'
import { TAG_GROUPS, TAGS } from './tags.ts'

type Transformed = { schema: FastifySchema; url: string }

const zodToJsonConfig = { override }
const jsonSchemaTransform = createJsonSchemaTransform({ zodToJsonConfig })
const withComponents = createJsonSchemaTransformObject({ zodToJsonConfig })

/** The JSON schema of a request part that no route declares; its references are components. */
const sentSchema = (schema: z.core.$ZodType): JsonSchema => {
  const { $schema: _, $defs: __, id: ___, ...json } = z.toJSONSchema(schema, { io: 'input', override })
  return JSON.parse(JSON.stringify(json).replaceAll(/#\/\$defs\/(\w+)/g, '#/components/schemas/$1Input'))
}

const BINARY = { type: 'string', format: 'binary' }
const fileOf = (bytes: number) => ({ ...BINARY, maxLength: bytes })

const asForm = (schema: FastifySchema, { multipart, body }: Call): object => {
  const fields = flat(numbered(sentSchema(body as z.ZodMiniType)))
  const file = multipart?.file ?? 'file'
  const properties = { [file]: fileOf(multipart?.bytes ?? 0), ...fields.properties }
  const required = [file, ...fields.required]
  return { ...schema, consumes: ['multipart/form-data'], body: { type: 'object', properties, required } }
}

const asDownload = (schema: FastifySchema, type: string): object => ({
  ...schema,
  produces: [type],
  response: { 200: { description: 'El archivo', content: { [type]: { schema: BINARY } } } },
})

/** Query parameters for fields of the body: all are optional, because the body may have them. */
const inQuery = (schema: z.core.$ZodType): JsonSchema => {
  const { required: _, ...fields } = sentSchema(schema)
  return fields
}

const text = (description: string, maxLength: number) => ({ type: 'string', maxLength, description })
const HEADERS = {
  'Idempotency-Key': text(
    'Con la misma clave y la misma solicitud se hace una vez, y se responde lo mismo, durante ' +
      `${IDEMPOTENCY_HOURS} horas. Cualquier texto sin espacios ni acentos, como un UUID.`,
    IDEMPOTENCY_KEY_MAX,
  ),
  'If-Match': text('El `ETag` que vino con lo que se cambia: si ya es otro, 412 y nada cambia.', ETAG_MAX),
  'If-None-Match': text('El `ETag` de la última vez: si es todavía el mismo, 304 sin cuerpo.', ETAG_MAX),
} as const

/** The headers that a row declares; handlers check them. */
const headersOf = ({ idempotent, etag, method }: Call): Record<string, object> => ({
  ...(idempotent ? { 'Idempotency-Key': HEADERS['Idempotency-Key'] } : {}),
  ...(etag && method === 'GET' ? { 'If-None-Match': HEADERS['If-None-Match'] } : {}),
  ...(etag && method === 'PATCH' ? { 'If-Match': HEADERS['If-Match'] } : {}),
})

const withHeaders = (schema: FastifySchema, call: Call | undefined): FastifySchema => {
  const properties = call ? headersOf(call) : {}
  return Object.keys(properties).length === 0 ? schema : { ...schema, headers: { type: 'object', properties } }
}

/** Describes the body of a row that takes a file: bytes of its media types. */
const transform: typeof jsonSchemaTransform = (input) => {
  const { schema: plain, url } = jsonSchemaTransform(input) as Transformed
  const call = (input.route?.config as { call?: Call } | undefined)?.call
  const schema = withHeaders(plain, call)
  if (call?.multipart) return { schema: asForm(schema, call), url } as Transformed
  if (call?.byQuery) return { schema: { ...schema, querystring: inQuery(call.byQuery) }, url } as Transformed
  if (call?.sends) return { schema: asDownload(schema, call.sends), url } as Transformed
  const file = call?.file
  if (!file) return { schema, url }
  return { schema: { ...schema, consumes: file.types, body: fileOf(file.bytes) }, url } as Transformed
}

/**
 * The version of the API, not of the product: the first number is that of its addresses, additions raise the second.
 */
const API_VERSION = '2.2.0'

const ABOUT = `Estado de cada vehículo ante los recursos públicos.

Un programa que guarda una copia de la flota usa las direcciones \`/api/v3\`: listas por cursor, lo que cambió y lo que
se eliminó desde la última vez, y hasta mil vehículos en una llamada. Las demás son las de la consola. Con el producto
vienen programas en TypeScript y en Python (\`examples/README.md\`): una copia de la flota, los pagos de un archivo, y
si los vehículos de unos viajes pueden salir.

Cada llamada lleva en Authorization, como Bearer, el token de una sesión de la consola, un token de acceso personal o el
secreto de una cuenta de servicio. Un token personal abre lo que se le dio, de lo que su usuario puede en ese momento;
una cuenta de servicio es de la empresa, abre lo que se le dio y no depende de ninguna persona. Las versiones 2.x y 3.x
solo agregan: lo que hay no cambia ni se quita, y una respuesta puede tener un día más campos.

Lo que no se hizo se dice como application/problem+json (RFC 9457): \`type\` es siempre \`about:blank\`, porque el
estado HTTP ya dice cuál es; \`title\` es una frase para una persona, \`errors\` los campos y por qué, y
\`requestId\` nombra una falla nuestra. Además de los estados de cada llamada hay 410 (la empresa se trasladó a otra
instalación, o lo que se pide ya no se conserva), 413 (demasiado grande), 415 (de un tipo que no se acepta), 421 (la
sesión es de otra instalación) y 507 (no hay espacio, y no se guardó nada).

Momentos: ISO 8601, en UTC donde no dicen otra cosa. Días: AAAA-MM-DD, en la zona horaria de la empresa. Importes: en
pesos del país de la empresa (MXN o COP) donde no se dice otra moneda, con decimales y no en centavos.`

const SERVERS = [{ url: '/', description: 'Esta instalación, en producción (production)', 'x-internal': false }]

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'El token de una sesión: POST /connect/token' },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'padron_pat_… o padron_svc_…',
    description: 'Un token de acceso personal o el secreto de una cuenta de servicio, de la pantalla Tokens de acceso',
  },
} as const

const header = (name: string, description: string) =>
  ({ name, in: 'header', required: true, description, schema: { type: 'string' } }) as const

/** The webhook of the test button. */
const TEST = { event: WEBHOOK_TEST, name: 'Prueba', description: 'Lo que manda el botón Probar.' } as const
const webhookOf = ({ event, name, description }: (typeof WEBHOOK_EVENTS)[number] | typeof TEST) => {
  const body = z.extend(WebhookBody, { type: z.literal(event), data: WEBHOOK_DATA[event] })
  const schema = sentSchema(body)
  const post = {
    operationId: `webhook.${event}`,
    summary: name,
    description,
    tags: ['webhookEvents'],
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
      info: {
        title: 'Padrón',
        version: API_VERSION,
        // Joins wrapped lines; a blank line ends a paragraph.
        description: ABOUT.replaceAll(/(?<!\n)\n(?!\n)/g, ' '),
        contact: { name: 'Quien administra esta instalación de Padrón' },
        license: { name: 'Propietaria' },
      },
      servers: SERVERS,
      tags: TAGS,
      ...TAG_GROUPS,
      components: { securitySchemes: SCHEMES },
      webhooks: WEBHOOKS,
    },
    transform,
    transformObject: (input) =>
      'openapiObject' in input
        ? withExamples(withFieldWords(withFewerComponents(withAnswers(withComponents(input) as Document))))
        : input.swaggerObject,
  })
}

/** Registered after every route. */
export const serveDescription = (app: FastifyInstance): void => {
  for (const path of ['/api/openapi.json', '/api/v2/openapi.json'])
    app.get(path, { schema: { hide: true } }, () => app.swagger())
}
