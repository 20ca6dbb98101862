// The assembly: everything the server answers.
import { randomBytes } from 'node:crypto'
import { DOCUMENT_BYTES } from '@padron/contract/document-rules'
import { operator as operatorRows } from '@padron/contract/operator'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { config } from 'zod/mini'
import { secretsOf } from './checks/portals/credentials.ts'
import type { Db } from './db/client.ts'
import type { AppContext, SourceReading } from './feature.ts'
import { FEATURES } from './features/index.ts'
import { operator, type Readiness } from './features/operator/operator.routes.ts'
import { noScan } from './files/clam.ts'
import { quotaCheck } from './files/contents/content-rows.ts'
import { diskContents } from './files/contents/disk-contents.ts'
import { fileStore } from './files/contents/file-store.ts'
import { madeFiles } from './files/made-files.ts'
import { signedLinks } from './files/signed-links.ts'
import type { SpoolRoom } from './files/spool.ts'
import { createFleetIndex, type FleetIndex } from './fleet/index/fleet-index.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { bareServer } from './http/bare-server.ts'
import { BODY_TIMEOUTS, type BodyTimeouts } from './http/body-timeouts.ts'
import { compressReplies } from './http/compress-replies.ts'
import { serveConsole } from './http/console.ts'
import { drainConnections } from './http/drain.ts'
import { faultWords } from './http/fault-words.ts'
import { secureHeaders } from './http/headers.ts'
import { limitRates, type Rates } from './http/limits.ts'
import { describe, serveDescription } from './http/openapi.ts'
import { openDirectory, type PlaceName } from './http/place.ts'
import { rejectWhenBusy } from './http/pressure.ts'
import { replySealOf } from './http/reply-seal.ts'
import { serve } from './http/serve.ts'
import { makeSessions, type Sessions } from './http/sessions.ts'
import { identityService } from './identity/identity.ts'
import type { RelyingParty } from './identity/passkeys.ts'
import { passwordStep } from './identity/password-keys.ts'
import { openProviderTools } from './identity/provider.ts'
import { jobKinds } from './job-kinds.ts'
import type { QueueLive } from './jobs/live.ts'

export type AppOptions = {
  db: Db
  log: FastifyBaseLogger
  state: Readiness
  publicUrl: string | undefined
  /** Whom passkeys are made for; undefined: there are none. */
  rp?: RelyingParty | undefined
  /** The installation's name among several, and where each company lives (http/place.ts). */
  place?: PlaceName
  directory?: string | undefined
  /** Keys of the password step that several installations share. */
  passwordKeys?: readonly string[] | undefined
  /** Proxies that are trusted about the client's address; none: the connection's own. */
  trustedProxies?: string[]
  /** What this process answers; health and settings always. */
  parts: ReadonlySet<'api' | 'identity'>
  /** Whether this installation sends emails. */
  mails?: boolean
  /** Where files are: below .data without. */
  stores?: Partial<AppContext['stores']>
  /** The folder of incoming large files, and the largest that is accepted. */
  spool?: SpoolRoom
  bodyTimeouts?: BodyTimeouts
  /** Open connections that one address may have. */
  connections?: number
  /** Calls a minute of a user and of an address; without them none is counted. */
  rates?: Rates
  /** From when on this process drains its connections. */
  draining?: AbortSignal
  /** Hears that jobs changed; without it panels only ask now and then. Whoever made it closes it, after the server. */
  live?: QueueLive
  /** What answers that sources send later are read with; without it none is taken. */
  hooks?: SourceReading
  /**
   * What webhooks are signed with, and where they may lead; without it they lead nowhere private and nobody can send
   * them.
   */
  webhooks?: AppContext['webhooks']
  channelOrigins?: AppContext['channelOrigins']
  /** What a mail server shows that hands in what came back; without it none is taken. */
  bounceSecret?: string | undefined
  /** What an installation without companies is set up with; without it nobody can. */
  setup?: AppContext['setup']
  now?: () => Date
  /** Who tokens belong to; a benchmark measures what looking them up costs by leaving it out. */
  sessions?: Sessions
  /** What this process keeps of fleets. */
  fleets?: FleetIndex
}

const localStores = (): AppContext['stores'] => ({
  files: fileStore('.data/results'),
  emailFiles: fileStore('.data/letters'),
  evidence: fileStore('.data/evidence'),
  documents: { contents: diskContents('.data/documents'), scan: noScan, quotaBytes: Number.MAX_SAFE_INTEGER },
  made: madeFiles('.data/made'),
})

config({ localeError: faultWords })

export const buildApp = async ({
  db,
  log,
  state,
  publicUrl,
  rp,
  place,
  directory,
  passwordKeys,
  trustedProxies,
  parts,
  mails = false,
  stores: given = {},
  spool = { folder: '.data/incoming', bytes: DOCUMENT_BYTES },
  bodyTimeouts = BODY_TIMEOUTS,
  connections,
  rates,
  draining,
  live,
  hooks,
  webhooks = { secrets: secretsOf([randomBytes(32).toString('base64')]), privateAddresses: false },
  channelOrigins = {},
  bounceSecret,
  setup,
  now = () => new Date(),
  sessions = makeSessions(db, place, rp?.id),
  fleets = createFleetIndex(db, draining ?? new AbortController().signal),
}: AppOptions): Promise<FastifyInstance> => {
  const app = await bareServer(log, bodyTimeouts, trustedProxies, connections, place)
  const links = await signedLinks(db, now, place)
  const step = await passwordStep(db, now, passwordKeys)
  const provider = openProviderTools(webhooks.privateAddresses)
  app.addHook('onClose', () => provider.out.close())
  const stores = { ...localStores(), ...given }
  const room = { ...spool, fileTimeoutMs: bodyTimeouts.fileMs, refuseFull: quotaCheck(db, stores.documents.quotaBytes) }
  const kit = { db, sessions, now, place, signFile: links.sign, spool: room, replySeal: replySealOf(webhooks.secrets) }
  const settings = {
    publicUrl,
    rp,
    directory: openDirectory(place, directory),
    mails,
    live,
    draining,
    hooks,
    webhooks,
    channelOrigins,
    bounceSecret,
    setup,
    provider,
  }
  const context: AppContext = { ...kit, stores, links, step, fleets, jobKinds, ...settings }

  await secureHeaders(app, publicUrl)
  compressReplies(app)
  if (draining) drainConnections(app, draining)
  if (rates) limitRates(app, sessions, rates)
  rejectWhenBusy(app, db)
  await describe(app)
  serve(app, kit, operatorRows, operator(state, publicUrl, mails, draining))
  if (parts.has('identity'))
    await app.register(identityService, {
      kit,
      step,
      directory: settings.directory,
      factor: { secrets: webhooks.secrets, rp, mails },
      provider,
      publicUrl,
    })
  if (parts.has('api')) {
    for (const { routes } of FEATURES) routes?.(app, context)
    for (const { calls } of FEATURES) for (const mount of calls?.(context) ?? []) mount(app, context)
    serveDescription(app)
    serveApiDocs(app)
  }
  await serveConsole(app, parts.has('api'))
  return app
}
