// OpenAPI 3.1, written from the call rows, with a reader at /api/docs.
import swagger from '@fastify/swagger'
import reader from '@fastify/swagger-ui'
import type { Call } from '@padron/contract/call'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

type Transformed = { schema: FastifySchema; url: string }

/** A row whose body is a file says so: bytes of the types it takes. */
const transform: typeof jsonSchemaTransform = (input) => {
  const { schema, url } = jsonSchemaTransform(input) as Transformed
  const file = (input.route?.config as { call?: Call } | undefined)?.call?.file
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
