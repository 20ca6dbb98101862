// The simulated outside world on one screen: every portal, the receipts and the levers.
// Nobody imports this package; it is spoken to over HTTP only.

import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { createClock } from './clock.ts'
import { openControl } from './control.ts'
import { createDesk, openPortal, type Settings } from './desk.ts'
import { apitude, openApitude } from './portals/apitude.ts'
import { coahuila } from './portals/coahuila.ts'
import { msla } from './portals/msla.ts'
import { nlIcv, openNlIcv } from './portals/nl-icv.ts'
import { nubarium } from './portals/nubarium.ts'
import { verifikMx } from './portals/verifik-mx.ts'
import { verifikRunt } from './portals/verifik-runt.ts'
import { verifikSimit } from './portals/verifik-simit.ts'
import { openReceipts } from './receipts.ts'

const oneStep = [nubarium, msla, verifikMx, coahuila, verifikSimit, verifikRunt]
const portals = [...oneStep, apitude, nlIcv]

export function buildSimulator(settings: Settings): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  const desk = createDesk(createClock(), settings)
  app.register(formbody)
  for (const portal of oneStep) openPortal(app, desk, portal)
  openApitude(app, desk)
  openNlIcv(app, desk)
  openReceipts(app, desk, [nlIcv, coahuila])
  openControl(
    app,
    desk,
    portals.map(({ name }) => name),
  )
  return app
}
