// Assembles the simulator: every portal, its control routes and its page. No package imports it; it is used over HTTP
// only.
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { createClock } from './clock.ts'
import { openControl } from './control.ts'
import { openPage } from './page/page.ts'
import { openTrials } from './page/trials.ts'
import type { Portal } from './portal.ts'
import { apitude } from './portals/apitude.ts'
import { openApitude } from './portals/apitude-requests.ts'
import { apitudeRunt } from './portals/apitude-runt.ts'
import { avit, openAvit } from './portals/avit.ts'
import { nubarium } from './portals/nubarium.ts'
import { placapi } from './portals/placapi.ts'
import { placapiMx } from './portals/placapi-mx.ts'
import { placapiRunt, placapiRuntByVin } from './portals/placapi-runt.ts'
import { openRapidapi, rapidapi } from './portals/rapidapi.ts'
import { socrataFines, socrataFleet } from './portals/socrata.ts'
import { verifikMx } from './portals/verifik-mx.ts'
import { verifikRunt, verifikRuntByPlate, verifikRuntByVin } from './portals/verifik-runt.ts'
import { verifikSimit } from './portals/verifik-simit.ts'
import { openWebhookExample, webhookExample } from './portals/webhook-example.ts'
import { createState, openPortal, type Settings } from './request-handler.ts'

const oneStep = [
  nubarium,
  verifikMx,
  placapiMx,
  verifikSimit,
  verifikRunt,
  verifikRuntByPlate,
  verifikRuntByVin,
  placapi,
  placapiRunt,
  placapiRuntByVin,
  socrataFines,
  socrataFleet,
]
/** Further paths of a portal whose first path is in the list: the second open data set, RUNT without a document. */
const otherCalls: readonly Portal[] = [verifikRuntByPlate, verifikRuntByVin, placapiRuntByVin, socrataFleet]
const portals = [
  apitude,
  apitudeRunt,
  rapidapi,
  webhookExample,
  ...oneStep.filter((portal) => !otherCalls.includes(portal)),
  avit,
]

export function buildSimulator(settings: Settings): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  const state = createState(createClock(), settings)
  app.register(formbody)
  for (const portal of oneStep) openPortal(app, state, portal)
  openApitude(app, state, apitude)
  openApitude(app, state, apitudeRunt)
  openAvit(app, state)
  openRapidapi(app, state)
  openWebhookExample(app, state)
  openControl(app, state, portals)
  openTrials(app, portals)
  openPage(app, portals)
  return app
}
