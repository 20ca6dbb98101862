// OpenAPI 3.1, written from the call rows, with a reader at /api/docs.
import swagger from '@fastify/swagger'
import reader from '@fastify/swagger-ui'
import type { Call } from '@padron/contract/call'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod/mini'

type Transformed = { schema: FastifySchema; url: string }

const BINARY = { type: 'string', format: 'binary' }

const asForm = (schema: FastifySchema, { multipart, body }: Call): object => {
  const fields = z.toJSONSchema(body as z.ZodMiniType, { io: 'input' }) as { properties?: object; required?: string[] }
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

export const describe = async (app: FastifyInstance, version: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Padrón',
        version,
        description:
          'Estado de cada vehículo ante los recursos públicos. Todas las llamadas llevan el token como Bearer.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform,
  })
}

/** The document and its reader; registered after every route. */
export const serveDescription = async (app: FastifyInstance): Promise<void> => {
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(reader, { routePrefix: '/api/docs', staticCSP: true, uiConfig: { deepLinking: false } })
}
