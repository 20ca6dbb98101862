// The levers, under /__control: faults, faces, statistics and the clock. For tests and demonstrations only; no real
// portal has them, and no connector may know them.

import type { FastifyInstance } from 'fastify'
import { type Desk, faultKey, field } from './desk.ts'
import { faces, isFace } from './faces.ts'
import { clearRegister, type Registered, register } from './register.ts'

const listed = (desk: Desk) => ({ faults: [...desk.faults].map(([target, face]) => ({ target, face })) })

export function openControl(app: FastifyInstance, desk: Desk, portals: readonly string[]): void {
  app.get('/__control/faces', () => ({ faces, portals }))

  app.get('/__control/faults', () => listed(desk))
  app.post('/__control/faults', (request, reply) => {
    const portal = field(request.body, 'portal')
    const face = field(request.body, 'face')
    if (!portals.includes(portal)) return reply.code(400).send({ error: `No existe el portal «${portal}».` })
    if (!isFace(face)) return reply.code(400).send({ error: `No existe la cara «${face}».` })
    desk.faults.set(faultKey(portal, field(request.body, 'plate')), face)
    return listed(desk)
  })
  app.delete('/__control/faults', () => {
    desk.faults.clear()
    return listed(desk)
  })

  app.get('/__control/stats', () =>
    Object.fromEntries([...desk.stats].map(([portal, counts]) => [portal, Object.fromEntries(counts)])),
  )
  app.delete('/__control/stats', () => {
    desk.stats.clear()
    return {}
  })

  openRegister(app)
  openClock(app, desk)
}

const isRegistered = (value: unknown): value is Registered => {
  const { plate, vin, ...rest } = Object(value) as Registered
  return (
    /^[A-Z0-9]{3,10}$/.test(String(plate)) &&
    /^[A-Z0-9]{17}$/.test(String(vin)) &&
    Object.values(rest).every((text) => typeof text === 'string')
  )
}

function openRegister(app: FastifyInstance): void {
  app.post('/__control/register', { bodyLimit: 16_000_000 }, (request, reply) => {
    const vehicles: unknown = Object(request.body).vehicles
    if (!Array.isArray(vehicles) || !vehicles.every(isRegistered))
      return reply.code(400).send({ error: 'Indique «vehicles»: una lista de vehículos con placa y VIN.' })
    return { registered: register(vehicles) }
  })
  app.delete('/__control/register', () => {
    clearRegister()
    return { registered: 0 }
  })
}

function openClock(app: FastifyInstance, { clock }: Desk): void {
  const now = () => ({ now: clock.now().toISOString() })
  app.get('/__control/clock', now)
  app.post('/__control/clock', (request, reply) => {
    const to = new Date(field(request.body, 'now'))
    const days = Number(Object(request.body).advanceDays)
    const aim = Number.isFinite(days) ? new Date(clock.now().getTime() + days * 86_400_000) : to
    const year = aim.getUTCFullYear()
    if (!(year >= 2000 && year < 2100)) {
      return reply.code(400).send({ error: 'Indique «now» (fecha ISO) o «advanceDays» (número), entre 2000 y 2099.' })
    }
    if (Number.isFinite(days)) clock.advance(days)
    else clock.set(to)
    return now()
  })
  app.delete('/__control/clock', () => {
    clock.reset()
    return now()
  })
}
