// Creates the context of calls and routes from the options of a start, with defaults for omitted ones.
import { randomBytes } from 'node:crypto'
import { DOCUMENT_BYTES } from '@padron/contract/rules/document-rules'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Db } from './db/client.ts'
import type { AppContext, Readiness, SourceReading } from './feature.ts'
import { noScan } from './files/clam.ts'
import { quotaCheck } from './files/contents/content-rows.ts'
import { diskContents } from './files/contents/disk-contents.ts'
import { fileStore } from './files/contents/file-store.ts'
import { createGeneratedFiles } from './files/generated-files.ts'
import { signedLinks } from './files/signed-links.ts'
import type { SpoolRoom } from './files/spool.ts'
import { createFleetIndex, type FleetIndex } from './fleet/index/fleet-index.ts'
import { openDirectory, type PlaceName } from './http/access/place.ts'
import { makeSessions, type Sessions } from './http/access/sessions.ts'
import { createFastify } from './http/create-fastify.ts'
import { BODY_TIMEOUTS, type BodyTimeouts } from './http/overload/body-timeouts.ts'
import type { Rates } from './http/overload/rate-limits.ts'
import { replySealOf } from './http/reply-seal.ts'
import { openProviderTools } from './identity/company-sign-in/identity-provider.ts'
import { passwordStep } from './identity/passwords/password-keys.ts'
import type { RelyingParty } from './identity/second-factor/passkeys.ts'
import { jobKinds } from './job-kinds.ts'
import type { QueueLive } from './jobs/live.ts'
import { secretsOf } from './secrets/sealing.ts'

export type AppOptions = {
  db: Db
  log: FastifyBaseLogger
  state: Readiness
  publicUrl: string | undefined
  /** The relying party of passkeys; undefined: no passkeys. */
  rp?: RelyingParty | undefined
  /** The installation's name among several, and where each company lives (http/access/place.ts). */
  place?: PlaceName
  directory?: string | undefined
  /** Keys of the password step that several installations share. */
  passwordKeys?: readonly string[] | undefined
  /** Proxies that are trusted about the client's address; none: the connection's own. */
  trustedProxies?: string[]
  /** Which calls this process answers; health and settings always. */
  parts: ReadonlySet<'api' | 'identity'>
  /** Whether this installation sends emails. */
  mails?: boolean
  /** The stores of files; default: folders below .data. */
  stores?: Partial<AppContext['stores']>
  /** The folder of incoming large files, and the largest that is accepted. */
  spool?: SpoolRoom
  bodyTimeouts?: BodyTimeouts
  /** Open connections that one address may have. */
  connections?: number
  /** Calls a minute per user and per address; without them there is no limit. */
  rates?: Rates
  /** When it aborts, this process drains its connections. */
  draining?: AbortSignal
  /** Reports changes of jobs; without it panels poll. Its creator closes it, after the server. */
  live?: QueueLive
  /** Parses answers that sources send later; without it none is accepted. */
  hooks?: SourceReading
  /** Signs webhooks and decides whether private addresses are allowed; without it none can be sent. */
  webhooks?: AppContext['webhooks']
  channelOrigins?: AppContext['channelOrigins']
  /** The secret of the mail server that reports bounces; without it none is accepted. */
  bounceSecret?: string | undefined
  /** Sets up an installation without companies; without it the set-up is not available. */
  setup?: AppContext['setup']
  now?: () => Date
  /** Looks up tokens; a benchmark replaces it to measure the cost. */
  sessions?: Sessions
  /** The index of fleets of this process. */
  fleets?: FleetIndex
}

const localStores = (): AppContext['stores'] => ({
  files: fileStore('.data/results'),
  emailFiles: fileStore('.data/letters'),
  evidence: fileStore('.data/evidence'),
  documents: { contents: diskContents('.data/documents'), scan: noScan, quotaBytes: Number.MAX_SAFE_INTEGER },
  generated: createGeneratedFiles('.data/made'),
})

/** A server without routes, and the context of its calls. */
export const openApp = async ({
  db,
  log,
  state,
  publicUrl,
  rp,
  place,
  directory,
  passwordKeys,
  trustedProxies,
  mails = false,
  stores: given = {},
  spool = { folder: '.data/incoming', bytes: DOCUMENT_BYTES },
  bodyTimeouts = BODY_TIMEOUTS,
  connections,
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
}: AppOptions): Promise<{ app: FastifyInstance; context: AppContext }> => {
  const app = await createFastify(log, bodyTimeouts, trustedProxies, connections, place)
  const links = await signedLinks(db, now, place)
  const provider = openProviderTools(webhooks.privateAddresses)
  app.addHook('onClose', () => provider.client.close())
  const stores = { ...localStores(), ...given }
  return {
    app,
    context: {
      db,
      sessions,
      now,
      place,
      signFile: links.sign,
      spool: { ...spool, fileTimeoutMs: bodyTimeouts.fileMs, refuseFull: quotaCheck(db, stores.documents.quotaBytes) },
      replySeal: replySealOf(webhooks.secrets),
      stores,
      links,
      step: await passwordStep(db, now, passwordKeys),
      fleets,
      jobKinds,
      state,
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
    },
  }
}
