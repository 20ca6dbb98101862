// The control routes under /__control: faults, scenarios, statistics and the clock. For tests and demonstrations only;
// no real portal has them, and no connector may know them.
import { DAY_MS } from '@padron/contract/days'
import type { FastifyInstance } from 'fastify'
import { openDebtControl } from './control-debts.ts'
import { guarded } from './guard.ts'
import type { Portal } from './portal.ts'
import { clearRecordedDebts } from './recorded-debts.ts'
import { clearRegister, type Registered, register } from './register.ts'
import { faultKey, field, type SimulatorState } from './request-handler.ts'
import { isScenario, type Scenario, scenarios } from './scenarios.ts'

export function openControl(app: FastifyInstance, state: SimulatorState, portals: readonly Portal[]): void {
  guarded(app, (levers) => {
    const names = portals.map(({ name }) => name)
    const claims = Object.fromEntries(
      portals.map(({ name, answers }) => [name, Object.keys(answers).filter(isScenario)]),
    )
    levers.get('/__control/scenarios', () => ({ scenarios, portals: names, claims }))
    openFaults(levers, state, names)
    openStats(levers, state)
    openRegister(levers)
    openClock(levers, state)
    openDebtControl(levers, state, portals)
  })
}

const listFaults = ({ faults, shares }: SimulatorState) => ({
  faults: [...faults].map(([target, scenario]) => ({ target, scenario })),
  shares: [...shares].flatMap(([portal, scenarios]) =>
    Object.entries(scenarios)
      .filter(([, part]) => part > 0)
      .map(([scenario, part]) => ({ portal, scenario, percent: Math.round(part * 1e6) / 1e4 })),
  ),
})

/** A number from 0 to 100, also as a text; undefined if it is missing, NaN if it is invalid. */
function percentOf(body: unknown): number | undefined {
  const value: unknown = Object(body).percent
  if (value === undefined || value === '') return undefined
  const percent = Number(value)
  return percent >= 0 && percent <= 100 ? percent : Number.NaN
}

const sum = (parts: [string, number][]): number => parts.reduce((total, [, part]) => total + part, 0)

/** Sets a scenario for a share of a portal's plates; a portal may have several. @returns the error message, if any */
function share(state: SimulatorState, portal: string, scenario: Scenario, percent: number): string | undefined {
  const before = state.shares.get(portal) ?? {}
  const used = sum(Object.entries(before).filter(([other]) => other !== scenario))
  if (Number.isNaN(percent) || used + percent / 100 > 1.000_001)
    return 'Indique «percent» entre 0 y 100; los escenarios de un portal no pueden sumar más de 100.'
  state.shares.set(portal, { ...before, [scenario]: percent / 100 })
  return undefined
}

function openFaults(app: FastifyInstance, state: SimulatorState, portals: readonly string[]): void {
  app.get('/__control/faults', () => listFaults(state))
  app.post('/__control/faults', (request, reply) => {
    const portal = field(request.body, 'portal')
    const scenario = field(request.body, 'scenario')
    const percent = percentOf(request.body)
    if (!portals.includes(portal)) return reply.code(400).send({ error: `No existe el portal «${portal}».` })
    if (!isScenario(scenario)) return reply.code(400).send({ error: `No existe el escenario «${scenario}».` })
    if (percent === undefined) state.faults.set(faultKey(portal, field(request.body, 'plate')), scenario)
    else {
      const error = share(state, portal, scenario, percent)
      if (error) return reply.code(400).send({ error })
    }
    return listFaults(state)
  })
  app.delete('/__control/faults', (request, reply) => {
    const portal = field(request.query, 'portal')
    if (!portal) {
      state.faults.clear()
      state.shares.clear()
      return listFaults(state)
    }
    if (!portals.includes(portal)) return reply.code(400).send({ error: `No existe el portal «${portal}».` })
    const plate = field(request.query, 'plate')
    state.faults.delete(faultKey(portal, plate))
    if (!plate && field(request.query, 'only') !== 'whole') state.shares.delete(portal)
    return listFaults(state)
  })
}

function openStats(app: FastifyInstance, state: SimulatorState): void {
  app.get('/__control/stats', () =>
    Object.fromEntries([...state.stats].map(([portal, counts]) => [portal, Object.fromEntries(counts)])),
  )
  app.delete('/__control/stats', () => {
    state.stats.clear()
    return {}
  })
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
  app.post('/__control/register', { bodyLimit: 64_000_000 }, (request, reply) => {
    const vehicles: unknown = Object(request.body).vehicles
    if (!Array.isArray(vehicles) || !vehicles.every(isRegistered))
      return reply.code(400).send({ error: 'Indique «vehicles»: una lista de vehículos con placa y VIN.' })
    return { registered: register(vehicles) }
  })
  app.delete('/__control/register', () => {
    clearRegister()
    clearRecordedDebts()
    return { registered: 0 }
  })
}

function openClock(app: FastifyInstance, { clock }: SimulatorState): void {
  const now = () => ({ now: clock.now().toISOString() })
  app.get('/__control/clock', now)
  app.post('/__control/clock', (request, reply) => {
    const to = new Date(field(request.body, 'now'))
    const days = Number(Object(request.body).advanceDays)
    const aim = Number.isFinite(days) ? new Date(clock.now().getTime() + days * DAY_MS) : to
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
