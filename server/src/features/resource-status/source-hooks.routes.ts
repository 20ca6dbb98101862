// Where sources that answer later send their answer. The address holds a token that only the source was given: it is looked
// up by its hash before a byte of the body is read. What comes is read and stored as the answer of the check that waits for
// it, once; a second delivery is thanked and has no effect.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asSystem } from '../../db/client.ts'
import type { FileStore } from '../../files/store.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'
import { CALLBACK_PATH } from '../../resources/check.ts'
import type { Connector } from '../../resources/connector.ts'
import { keepGiven } from '../../resources/given-files.ts'
import { storeBatch } from '../../resources/store.ts'
import { findWait, isSigned, readArrival, type Wait } from '../../resources/webhook.ts'

const BODY_BYTES = 8_000_000

export type HookOptions = {
  connectors: () => Promise<readonly Connector[]>
  openCredential: (portalKey: string, stored: string) => string
  evidence: FileStore
}

type Route = { Params: { token: string }; Body: Buffer }
const waits = new WeakMap<FastifyRequest, Wait>()

const credentialOf = async (kit: Kit, { portalKey }: Wait, open: HookOptions['openCredential']): Promise<string> => {
  const portal = await asSystem(kit.db, (tx) =>
    tx.selectFrom('portal').select('credential').where('portal_key', '=', portalKey).executeTakeFirst(),
  )
  return portal?.credential ? open(portalKey, portal.credential) : ''
}

/** @throws HttpProblem 401 where the body is not signed as the source signs */
const checkSignature = async (kit: Kit, connector: Connector, wait: Wait, request: FastifyRequest<Route>, open: HookOptions['openCredential']) => {
  const signature = connector.webhook?.signature
  if (!signature) return
  const said = request.headers[signature.header.toLowerCase()]
  const secret = await credentialOf(kit, wait, open)
  if (typeof said !== 'string' || !isSigned(signature, said, request.body, secret)) throw new HttpProblem(401, 'La firma no corresponde al contenido.')
} // biome-ignore format: one rule

export const sourceHooks = (app: FastifyInstance, kit: Kit, { connectors, openCredential, evidence }: HookOptions): void => {
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body))
    hooks.post<Route>(
      `${CALLBACK_PATH}:token`,
      {
        schema: { hide: true },
        bodyLimit: BODY_BYTES,
        onRequest: async (request) => {
          const { token } = request.params as { token: string }
          const wait = /^[\w-]{43}$/.test(token) ? await findWait(kit.db, token) : undefined
          if (!wait) throw notFound()
          waits.set(request, wait)
        },
      },
      async (request) => {
        const wait = waits.get(request)
        if (!wait) throw notFound()
        const connector = (await connectors()).find(({ key }) => key === wait.connectorKey)
        if (!connector) throw notFound()
        if (!Buffer.isBuffer(request.body)) throw new HttpProblem(400, 'Falta el contenido.')
        await checkSignature(kit, connector, wait, request, openCredential)
        if (wait.ended) return { message: 'Ya se había recibido.' }
        const contentType = request.headers['content-type'] ?? ''
        const body = request.body.toString('utf8')
        const ended = readArrival(wait, connector, { contentType, body }, { now: kit.now, dice: Math.random })
        const [stored] = await storeBatch(kit.db, [await keepGiven(evidence, ended, app.log)])
        return { message: stored ? 'Recibido.' : 'Ya se había recibido.' }
      },
    )
  })
} // biome-ignore format: the route and its steps
