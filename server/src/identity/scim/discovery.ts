// The capabilities of the service, in the shape of RFC 7643 §5 to §7. Pure.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIST_SCHEMA, USER_SCHEMA } from './resource.ts'
import { ScimError } from './scim-error.ts'

const attribute = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const valued = (name: string) =>
  attribute(name, 'complex', {
    multiValued: true,
    subAttributes: [attribute('value', 'string'), attribute('type', 'string'), attribute('primary', 'boolean')],
  })

const SCHEMA = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id: USER_SCHEMA,
  name: 'User',
  attributes: [
    attribute('userName', 'string', { required: true, uniqueness: 'server' }),
    attribute('externalId', 'string', { caseExact: true }),
    attribute('name', 'complex', {
      subAttributes: [attribute('givenName', 'string'), attribute('familyName', 'string')],
    }),
    attribute('displayName', 'string', { mutability: 'readOnly' }),
    valued('emails'),
    valued('phoneNumbers'),
    attribute('active', 'boolean'),
  ],
}
const TYPE = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  schema: USER_SCHEMA,
}
const CONFIG = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Token', description: 'El token de Acceso de empresa', primary: true },
  ],
}

const list = (...resources: object[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** @param routes the SCIM routes @param baseOf the service's address */
export const discovery = (routes: FastifyInstance, baseOf: (request: FastifyRequest) => string): void => {
  const config = { schema: { hide: true } }
  const located = (request: FastifyRequest, resource: object, path: string, resourceType: string) => ({
    ...resource,
    meta: { resourceType, location: `${baseOf(request)}${path}` },
  })
  const type = (request: FastifyRequest) => located(request, TYPE, '/ResourceTypes/User', 'ResourceType')
  const schema = (request: FastifyRequest) => located(request, SCHEMA, `/Schemas/${USER_SCHEMA}`, 'Schema')
  routes.get('/ServiceProviderConfig', config, async (request) =>
    located(request, CONFIG, '/ServiceProviderConfig', 'ServiceProviderConfig'),
  )
  routes.get('/ResourceTypes', config, async (request) => list(type(request)))
  routes.get('/ResourceTypes/User', config, async (request) => type(request))
  routes.get('/Schemas', config, async (request) => list(schema(request)))
  routes.get<{ Params: { id: string } }>('/Schemas/:id', config, async (request) => {
    if (request.params.id !== USER_SCHEMA) throw new ScimError(404, 'Ese esquema no existe.')
    return schema(request)
  })
}
