// The callback address of sources that answer later. It holds a secret token, looked up by its hash before the body is
// read. The answer is stored as the pending check's, once; a second delivery has no effect.
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Connector } from '../../checks/connectors/connector.ts'
import {
  findPendingCallback,
  isSigned,
  type PendingCallback,
  readArrival,
  reportArrival,
} from '../../checks/engine/callbacks.ts'
import { CALLBACK_PATH } from '../../checks/engine/check.ts'
import { decode } from '../../checks/engine/http-client.ts'
import { readCredential } from '../../checks/portals/accounts.ts'
import { storeReceivedFiles } from '../../checks/store/received-files.ts'
import { storeBatch } from '../../checks/store/store.ts'
import { asSystem } from '../../db/client.ts'
import { HttpProblem, notFound } from '../../errors/http-problem.ts'
import type { SourceReading } from '../../feature.ts'
import type { FileStore } from '../../files/contents/file-store.ts'
import type { Kit } from '../../http/serve.ts'

const BODY_BYTES = 8_000_000

type HookOptions = SourceReading & { evidence: FileStore }

type Route = { Params: { token: string }; Body: Buffer }
const pendingCallbacks = new WeakMap<FastifyRequest, PendingCallback>()

const RETRY_SECONDS = '300'

/**
 * The source's signing secret; '' if none is stored.
 * @throws HttpProblem 503 if no key decrypts it: the source should retry. The cause is not logged, because it may
 * contain the credential
 */
const credentialOf = async (
  kit: Kit,
  { portalKey }: PendingCallback,
  log: FastifyBaseLogger,
  open: HookOptions['openCredential'],
): Promise<string> => {
  const { owner, stored } = await asSystem(kit.db, (tx) => readCredential(tx, portalKey))
  if (stored === '') return ''
  try {
    return open(owner, stored)
  } catch {
    log.error({ portal: portalKey }, 'an answer was refused: the credential of its source cannot be opened')
    throw new HttpProblem(503, 'El servicio no está disponible por el momento.', undefined, {
      'retry-after': RETRY_SECONDS,
    })
  }
}

/** @throws HttpProblem 401 if the signature is wrong; without a credential nothing can be signed */
const checkSignature = async (
  kit: Kit,
  connector: Connector,
  pending: PendingCallback,
  request: FastifyRequest<Route>,
  open: HookOptions['openCredential'],
) => {
  const signature = connector.webhook?.signature
  if (!signature) return
  const header = request.headers[signature.header.toLowerCase()]
  const secret = await credentialOf(kit, pending, request.log, open)
  if (secret === '' || typeof header !== 'string' || !isSigned(signature, header, request.body, secret))
    throw new HttpProblem(401, 'La firma no corresponde al contenido.')
}

export const sourceHooks = (
  app: FastifyInstance,
  kit: Kit,
  { connectors, openCredential, evidence }: HookOptions,
): void => {
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    hooks.post<Route>(
      `${CALLBACK_PATH}:token`,
      {
        schema: { hide: true },
        bodyLimit: BODY_BYTES,
        onRequest: async (request) => {
          const { token } = request.params as { token: string }
          const pending = /^[\w-]{43}$/.test(token) ? await findPendingCallback(kit.db, token) : undefined
          if (!pending) throw notFound()
          pendingCallbacks.set(request, pending)
        },
      },
      async (request) => {
        const pending = pendingCallbacks.get(request)
        if (!pending) throw notFound()
        const connector = (await connectors()).find(({ key }) => key === pending.connectorKey)
        // A connector whose delivery has changed has no signature to check: the callback of an earlier query is
        // refused.
        if (!connector?.webhook) throw notFound()
        if (!Buffer.isBuffer(request.body)) throw new HttpProblem(400, 'Falta el contenido.')
        await checkSignature(kit, connector, pending, request, openCredential)
        if (pending.ended) return { message: 'Ya se había recibido.' }
        const contentType = request.headers['content-type'] ?? ''
        const body = decode(request.body, contentType)
        const result = readArrival(pending, connector, { contentType, body }, { now: kit.now, random: Math.random })
        const [stored] = await storeBatch(kit.db, [await storeReceivedFiles(evidence, result, app.log)])
        if (stored) await reportArrival(kit.db, pending, result)
        return { message: stored ? 'Recibido.' : 'Ya se había recibido.' }
      },
    )
  })
}
