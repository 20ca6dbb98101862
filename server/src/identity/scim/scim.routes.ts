// SCIM 2.0 (RFC 7644): a company's identity provider creates, changes and deactivates its users by itself. Requests
// carry the company's SCIM token, which opens nothing else. Groups, bulk changes, sorting and entity tags are not
// supported, as ServiceProviderConfig states.
import { SCIM_PATH } from '@padron/contract/provisioning'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, asTenant, type Db, readAsTenant } from '../../db/client.ts'
import { originOf } from '../../http/access/origin.ts'
import { addressAt, type PlaceName } from '../../http/access/place.ts'
import { tokenHash } from '../../http/access/sessions.ts'
import { createRateLimiter } from '../../http/overload/rate-limits.ts'
import { asProblem } from '../../http/problem.ts'
import { hashPassword, newPassword } from '../passwords/passwords.ts'
import { discovery } from './discovery.ts'
import {
  LIST_SCHEMA,
  patchedPerson,
  readFilter,
  readPerson,
  replacedPerson,
  type StoredPerson,
  userResource,
} from './resource.ts'
import { errorBody, ScimError } from './scim-error.ts'
import { changePerson, createPerson, deletePerson, findPerson, listPeople, type ScimClient } from './users.ts'

const MEDIA_TYPE = 'application/scim+json'
const BODY_BYTES = 64 * 1024
const A_MINUTE = 600
const PAGE = { usual: 100, most: 200 }
const ID = /^[1-9]\d{0,14}$/
export const SCIM_TOKEN_PREFIX = 'padron_scim_'
const TOKEN = new RegExp(`^Bearer (${SCIM_TOKEN_PREFIX}[A-Za-z0-9_-]{43})$`, 'i')

type Query = { filter?: string; startIndex?: string; count?: string }
type Route = { Params: { id: string }; Querystring: Query; Body: unknown }

export const scimAddress = (request: FastifyRequest, place: PlaceName, publicUrl: string | undefined): string =>
  new URL(addressAt(place, SCIM_PATH), originOf(request, publicUrl)).href

const unauthorized = () => new ScimError(401, 'El token no es válido, o se quitó.')

const findClient = async (db: Db, hash: Buffer): Promise<ScimClient | undefined> => {
  const { rows } = await db.system.query<ScimClient>({
    name: 'scim-client',
    text: `
      with client as (
        select p.tenant_id as "tenantId", p.preset_id as "presetId", c.short_name as "shortName", i.issuer,
          i.links_by_mail as "linksByMail"
        from company_provisioning p
        join company_idp i on i.tenant_id = p.tenant_id
        join company c on c.tenant_id = p.tenant_id
        where p.token_hash = $1 and c.suspended_at is null and c.move_state is distinct from 'moved'),
      used as (
        update company_provisioning
        set last_used_at = now()
        where tenant_id = (select "tenantId" from client)
          and (last_used_at is null or last_used_at < now() - interval '1 minute'))
      select * from client`,
    values: [hash],
  })
  return rows[0]
}

const idOf = ({ params: { id } }: FastifyRequest<Route>): number => {
  if (!ID.test(id)) throw new ScimError(404, 'El proveedor no administra a ese usuario.')
  return Number(id)
}

const wholeNumber = (typed: string | undefined, usual: number, most: number): number =>
  typed !== undefined && /^-?\d{1,9}$/.test(typed) ? Math.min(most, Math.max(0, Number(typed))) : usual

const actorOf = ({ ip, id }: FastifyRequest): Actor => ({
  origin: 'system',
  name: 'Proveedor de identidad',
  address: ip,
  request: id,
})

const answerFault = (error: Error, reply: FastifyReply) => {
  if (error instanceof ScimError)
    return reply.status(error.status).send(errorBody(error.status, error.message, error.scimType))
  const problem = asProblem(error)
  if (!problem) throw error
  const isSyntax = problem.status === 400 || (error as FastifyError).code === 'FST_ERR_CTP_INVALID_JSON_BODY'
  return reply
    .status(problem.status)
    .headers(problem.headers)
    .send(errorBody(problem.status, problem.title, isSyntax ? 'invalidSyntax' : undefined))
}

type Tools = { db: Db; place?: PlaceName; publicUrl: string | undefined }

export const scim = (app: FastifyInstance, { db, place, publicUrl }: Tools): void => {
  const limiter = createRateLimiter(A_MINUTE)
  const clients = new WeakMap<FastifyRequest, ScimClient>()
  const clientOf = (request: FastifyRequest): ScimClient => {
    const client = clients.get(request)
    if (!client) throw unauthorized()
    return client
  }
  const baseOf = (request: FastifyRequest) => scimAddress(request, place, publicUrl)
  const seen = (request: FastifyRequest, person: StoredPerson) => userResource(person, baseOf(request))

  void app.register(
    async (routes) => {
      routes.removeAllContentTypeParsers()
      routes.addContentTypeParser(
        [MEDIA_TYPE, 'application/json'],
        { parseAs: 'string', bodyLimit: BODY_BYTES },
        routes.getDefaultJsonParser('error', 'error'),
      )
      routes.setErrorHandler((error: Error, _request, reply) => answerFault(error, reply.type(MEDIA_TYPE)))
      routes.addHook('onRequest', async (request, reply) => {
        void reply.type(MEDIA_TYPE).header('cache-control', 'no-store')
        const token = TOKEN.exec(request.headers.authorization ?? '')?.[1]
        const client = token === undefined ? undefined : await findClient(db, tokenHash(token))
        if (!client) throw unauthorized()
        const seconds = limiter.take(String(client.tenantId))
        if (seconds > 0) {
          void reply.header('retry-after', String(seconds))
          throw new ScimError(429, 'Demasiadas solicitudes en un minuto.')
        }
        clients.set(request, client)
      })
      const config = { schema: { hide: true }, bodyLimit: BODY_BYTES }

      discovery(routes, baseOf)

      routes.get<Route>('/Users', config, async (request) => {
        const { filter, startIndex, count } = request.query
        const from = Math.max(1, wholeNumber(startIndex, 1, Number.MAX_SAFE_INTEGER))
        const page = { from, count: wholeNumber(count, PAGE.usual, PAGE.most) }
        const client = clientOf(request)
        const wanted = readFilter(filter)
        const { people, total } = await readAsTenant(db, client.tenantId, (tx) => listPeople(tx, client, wanted, page))
        return {
          schemas: [LIST_SCHEMA],
          totalResults: total,
          startIndex: from,
          itemsPerPage: people.length,
          Resources: people.map((person) => seen(request, person)),
        }
      })

      routes.get<Route>('/Users/:id', config, async (request) => {
        const client = clientOf(request)
        return seen(request, await readAsTenant(db, client.tenantId, (tx) => findPerson(tx, client, idOf(request))))
      })

      routes.post<Route>('/Users', config, async (request, reply) => {
        const client = clientOf(request)
        const person = readPerson(request.body)
        // Before the transaction, because hashing is slow and must not hold a connection.
        const passwordHash = await hashPassword(newPassword())
        const create = (tx: Parameters<typeof createPerson>[0]) => createPerson(tx, client, person, passwordHash)
        const created = seen(request, await asTenant(db, client.tenantId, create, actorOf(request)))
        return reply.status(201).header('location', created.meta.location).send(created)
      })

      const change = async (request: FastifyRequest<Route>, to: Parameters<typeof changePerson>[3]) => {
        const client = clientOf(request)
        const id = idOf(request)
        const work = (tx: Parameters<typeof changePerson>[0]) => changePerson(tx, client, id, to)
        return seen(request, await asTenant(db, client.tenantId, work, actorOf(request)))
      }
      routes.put<Route>('/Users/:id', config, (request) =>
        change(request, (before) => replacedPerson(before, request.body)),
      )
      routes.patch<Route>('/Users/:id', config, (request) =>
        change(request, (before) => patchedPerson(before, request.body)),
      )

      routes.delete<Route>('/Users/:id', config, async (request, reply) => {
        const client = clientOf(request)
        const id = idOf(request)
        await asTenant(db, client.tenantId, (tx) => deletePerson(tx, client, id), actorOf(request))
        return reply.status(204).send()
      })
    },
    { prefix: SCIM_PATH },
  )
}
