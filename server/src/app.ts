// The assembly: everything the server answers, on one screen.
import { randomBytes } from 'node:crypto'
import { account as accountRows } from '@padron/contract/account'
import { activity as activityRows } from '@padron/contract/activity'
import { alerts as alertsRows } from '@padron/contract/alerts'
import { captures as capturesRows } from '@padron/contract/captures'
import { catalogue as catalogueRows } from '@padron/contract/catalogue'
import { dashboard as dashboardRows } from '@padron/contract/dashboard'
import { DOCUMENT_BYTES } from '@padron/contract/document-rules'
import { documents as documentsRows, documentTypes as documentTypesRows } from '@padron/contract/documents'
import { emailSettings as emailSettingsRows } from '@padron/contract/email-settings'
import { exports as exportsRows } from '@padron/contract/exports'
import { health as healthRows } from '@padron/contract/health'
import { imports as importsRows } from '@padron/contract/imports'
import { mailbox as mailboxRows } from '@padron/contract/mailbox'
import { news as newsRows } from '@padron/contract/news'
import { obligations as obligationsRows } from '@padron/contract/obligations'
import { operator as operatorRows } from '@padron/contract/operator'
import { processing as processingRows } from '@padron/contract/processing'
import { profiles as profilesRows } from '@padron/contract/profiles'
import { queue as queueRows } from '@padron/contract/queue'
import { reports as reportsRows } from '@padron/contract/reports'
import { resourceStatus as resourceStatusRows } from '@padron/contract/resource-status'
import { terms as termsRows } from '@padron/contract/session'
import { tags as tagsRows } from '@padron/contract/tags'
import { tokens as tokensRows } from '@padron/contract/tokens'
import { users as usersRows } from '@padron/contract/users'
import { vehicles as vehiclesRows } from '@padron/contract/vehicles'
import { views as viewsRows } from '@padron/contract/views'
import { webhooks as webhooksRows } from '@padron/contract/webhooks'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { config } from 'zod/mini'
import { secretsOf } from './checks/portals/credentials.ts'
import type { Db } from './db/client.ts'
import { account } from './features/account/account.routes.ts'
import { activity } from './features/activity/activity.routes.ts'
import { activityExport } from './features/activity/export.routes.ts'
import { alerts } from './features/alerts/alerts.routes.ts'
import { captures } from './features/captures/captures.routes.ts'
import { proofs } from './features/captures/proof.routes.ts'
import { catalogue } from './features/catalogue/catalogue.routes.ts'
import { type FleetMemory, fleetMemory } from './features/catalogue/columns/read-ahead.ts'
import { dashboard } from './features/dashboard/dashboard.routes.ts'
import { dashboardFiles } from './features/dashboard/workbook.routes.ts'
import { documentTypes } from './features/documents/document-types.routes.ts'
import { documents } from './features/documents/documents.routes.ts'
import { documentFiles } from './features/documents/files.routes.ts'
import { emailSettings } from './features/email-settings/email-settings.routes.ts'
import { vehiclesDownload } from './features/exports/download.routes.ts'
import { exports } from './features/exports/exports.routes.ts'
import { vehiclePdfFiles } from './features/exports/vehicle-pdf.routes.ts'
import { health } from './features/health/health.routes.ts'
import { imports } from './features/imports/imports.routes.ts'
import { markedWorkbooks } from './features/imports/marked.routes.ts'
import { templateDownloads } from './features/imports/template.routes.ts'
import { bounceHook } from './features/mailbox/bounces.routes.ts'
import { localMailbox } from './features/mailbox/mailbox.routes.ts'
import { news } from './features/news/news.routes.ts'
import { obligationFeed } from './features/obligations/feed.routes.ts'
import { obligations } from './features/obligations/obligations.routes.ts'
import { logos } from './features/operator/logo.routes.ts'
import { operator, type Readiness } from './features/operator/operator.routes.ts'
import { cancelOrder } from './features/processing/cancel-order.ts'
import { processing } from './features/processing/processing.routes.ts'
import { profiles } from './features/profiles/profiles.routes.ts'
import { queueEvents } from './features/queue/events.routes.ts'
import { queue } from './features/queue/queue.routes.ts'
import { jobResults } from './features/queue/results.routes.ts'
import { letterFileRoutes } from './features/reports/letter-files.routes.ts'
import { reports } from './features/reports/reports.routes.ts'
import { evidence } from './features/resource-status/evidence.routes.ts'
import { resourceStatus } from './features/resource-status/resource-status.routes.ts'
import { type HookOptions, sourceHooks } from './features/resource-status/source-hooks.routes.ts'
import { terms } from './features/session/session.routes.ts'
import { tags } from './features/tags/tags.routes.ts'
import { tokens } from './features/tokens/tokens.routes.ts'
import { users } from './features/users/users.routes.ts'
import { acceptListedVehicle } from './features/vehicles/listed-vehicle.ts'
import { vehicles } from './features/vehicles/vehicles.routes.ts'
import { views } from './features/views/views.routes.ts'
import { type WebhookOptions, webhooks } from './features/webhooks/webhooks.routes.ts'
import { noScan } from './files/clam.ts'
import { roomOf } from './files/content-rows.ts'
import { diskContents } from './files/disk-contents.ts'
import { type MadeFiles, madeFiles } from './files/made-files.ts'
import { signedLinks } from './files/signed-links.ts'
import type { SpoolRoom } from './files/spool.ts'
import { type FileStore, fileStore } from './files/store.ts'
import type { DocumentTools } from './files/take-in.ts'
import { bareServer } from './http/bare-server.ts'
import { compressReplies } from './http/compress-replies.ts'
import { serveConsole } from './http/console.ts'
import { partWith } from './http/drain.ts'
import { faultWords } from './http/fault-words.ts'
import { secureHeaders } from './http/headers.ts'
import { limitRates, type Rates } from './http/limits.ts'
import { describe, serveDescription } from './http/openapi.ts'
import { PATIENCE, type Patience } from './http/patience.ts'
import { shedLoad } from './http/pressure.ts'
import { type Kit, serve } from './http/serve.ts'
import { makeSessions, type Sessions } from './http/sessions.ts'
import { identityService } from './identity/identity.ts'
import { passwordStep } from './identity/password-keys.ts'
import { isCancellable, needsOf, pastCancelling } from './job-kinds.ts'
import type { QueueLive } from './jobs/live.ts'

export type AppOptions = {
  db: Db
  log: FastifyBaseLogger
  state: Readiness
  publicUrl: string | undefined
  /** Proxies whose word about the client's address is taken; none: the connection's own. */
  trustedProxies?: string[]
  /** What this process answers; health and settings always. */
  parts: ReadonlySet<'api' | 'identity'>
  /** Whether this installation sends letters. */
  mails?: boolean
  /** Where the results of jobs are. */
  files?: FileStore
  /** Where what letters carry is. */
  letterFiles?: FileStore
  /** Where the files that prove an answer are. */
  evidence?: FileStore
  /** What documents are taken in with and read from. */
  documents?: DocumentTools
  /** Where files that are made on opening are kept for some minutes. */
  made?: MadeFiles
  /** Where large files come in, and the largest that is taken. */
  spool?: SpoolRoom
  patience?: Patience
  /** Open connections that one address may have. */
  connections?: number
  /** Calls a minute of a user and of an address; without them none is counted. */
  rates?: Rates
  /** From when on this process takes leave of its clients. */
  draining?: AbortSignal
  /** Hears that jobs changed; without it panels only ask now and then. Whoever made it closes it, after the server. */
  live?: QueueLive
  /** What answers that sources send later are read with; without it none is taken. */
  hooks?: Omit<HookOptions, 'evidence'>
  /**
   * What webhooks are signed with, and where they may lead; without it they lead nowhere private and nobody can send
   * them.
   */
  webhooks?: WebhookOptions
  /** What a mail server shows that hands in what came back; without it none is taken. */
  bounceSecret?: string | undefined
  now?: () => Date
  /** Who tokens belong to; a benchmark measures what looking them up costs by leaving it out. */
  sessions?: Sessions
  /** What this process keeps of fleets. */
  fleets?: FleetMemory
}

config({ localeError: faultWords })

export const buildApp = async ({
  db,
  log,
  state,
  publicUrl,
  trustedProxies,
  parts,
  mails = false,
  files = fileStore('.data/results'),
  letterFiles = fileStore('.data/letters'),
  evidence: proofStore = fileStore('.data/evidence'),
  documents: documentTools = {
    contents: diskContents('.data/documents'),
    scan: noScan,
    quotaBytes: Number.MAX_SAFE_INTEGER,
  },
  made = madeFiles('.data/made'),
  spool = { folder: '.data/incoming', bytes: DOCUMENT_BYTES },
  patience = PATIENCE,
  connections,
  rates,
  draining,
  live,
  hooks,
  webhooks: webhookOptions = { secrets: secretsOf([randomBytes(32).toString('base64')]), privateAddresses: false },
  bounceSecret,
  now = () => new Date(),
  sessions = makeSessions(db),
  fleets = fleetMemory(db, draining ?? new AbortController().signal),
}: AppOptions): Promise<FastifyInstance> => {
  const app = await bareServer(log, patience, trustedProxies, connections)
  const links = await signedLinks(db, now)
  const step = await passwordStep(db, now)
  const room = { ...spool, patienceMs: patience.fileMs, refuseFull: roomOf(db, documentTools.quotaBytes) }
  const kit: Kit = { db, sessions, now, signFile: links.sign, spool: room }

  await secureHeaders(app, publicUrl)
  compressReplies(app)
  if (draining) partWith(app, draining)
  if (rates) limitRates(app, sessions, rates)
  shedLoad(app, db)
  await describe(app)
  serve(app, kit, operatorRows, operator(state, publicUrl, mails, draining))
  if (parts.has('identity')) await app.register(identityService, { kit, step, publicUrl })
  if (parts.has('api')) {
    app.addHook('preValidation', acceptListedVehicle)
    serve(app, kit, termsRows, terms(step))
    serve(app, kit, catalogueRows, catalogue(fleets))
    serve(app, kit, vehiclesRows, vehicles)
    serve(app, kit, viewsRows, views)
    serve(app, kit, resourceStatusRows, resourceStatus)
    serve(app, kit, healthRows, health())
    serve(app, kit, queueRows, queue({ isCancellable, needsOf, pastCancelling, mails }, { 1: cancelOrder }))
    queueEvents(app, kit, live, draining)
    serve(app, kit, exportsRows, exports(mails))
    serve(app, kit, processingRows, processing(mails))
    serve(app, kit, capturesRows, captures(proofStore))
    serve(app, kit, tagsRows, tags)
    serve(app, kit, newsRows, news)
    serve(app, kit, usersRows, users(step))
    serve(app, kit, profilesRows, profiles)
    serve(app, kit, activityRows, activity)
    serve(app, kit, accountRows, account(step))
    serve(app, kit, tokensRows, tokens)
    serve(app, kit, webhooksRows, webhooks(webhookOptions))
    serve(app, kit, importsRows, imports(files))
    serve(app, kit, dashboardRows, dashboard())
    serve(app, kit, documentTypesRows, documentTypes)
    serve(app, kit, documentsRows, documents({ db, ...documentTools }))
    serve(app, kit, obligationsRows, obligations(mails))
    serve(app, kit, reportsRows, reports({ mails, links, letterFiles, publicUrl }))
    serve(app, kit, emailSettingsRows, emailSettings)
    serve(app, kit, alertsRows, alerts)
    serve(app, kit, mailboxRows, localMailbox({ mails, links, publicUrl }))
    obligationFeed(app, kit, publicUrl)
    evidence(app, kit, links)
    proofs(app, kit, links, proofStore)
    documentFiles(app, kit, links, documentTools.contents)
    if (hooks) sourceHooks(app, kit, { ...hooks, evidence: proofStore })
    bounceHook(app, kit, bounceSecret)
    activityExport(app, kit, links)
    vehiclesDownload(app, kit, links)
    vehiclePdfFiles(app, kit, links, { evidence: proofStore, made })
    dashboardFiles(app, kit, links)
    jobResults(app, kit, links, { files, needsOf })
    letterFileRoutes(app, kit, links, letterFiles)
    templateDownloads(app, kit, links)
    markedWorkbooks(app, kit, links, { files, made })
    logos(app, kit)
    await serveDescription(app)
  }
  await serveConsole(app, parts.has('api'))
  return app
}
