// The behaviour of the sources during a run of chaos, set in the simulator: faults for changing shares of the plates,
// debts that appear, grow and end, and theft reports. It decides which scenario reports nothing good from the
// simulator’s own list, by portal, without our parsers.
import type { ChaosVehicle } from './fleet.ts'

/** Scenarios that spoil the transport: every portal has them. */
const ANYWHERE = ['hang', 'drip', 'cut', 'gzip-bomb'] as const
/** Scenarios under which a portal that has them reports nothing good of a vehicle, for any resource type. */
const TROUBLE = [
  'captcha',
  'unauthorized',
  'server-error',
  'rate-limited',
  'pending',
  'conflict',
  'drift',
  'other-plate',
  'ok-with-error',
  'no-rows-key',
  'not-registered',
  'does-not-exist',
  'plate-changed',
  'no-credit',
  'out-of-service',
] as const
/** The same where the owner's document is part of the question; who asks without it is answered as ever. */
const OWNER_TROUBLE = ['wrong-owner', 'empty-pair'] as const
const QUERIED_WITH_OWNER: ReadonlySet<string> = new Set(['co-runt', 'co-placapi-runt'])
/** Trouble that passes over shares of the plates; none of them changes what a plate owes. */
const PASSING = [
  'hang',
  'cut',
  'captcha',
  'unauthorized',
  'server-error',
  'rate-limited',
  'drift',
  'ok-with-error',
] as const

export type Scenarios = {
  /** Their names by number from 1. */
  names: readonly string[]
  offers: (portal: string, scenario: string) => boolean
}

export type ChaosEnvironment = Scenarios & {
  /** Trouble for some plates of each portal, another portal wholly down, other debts, other theft reports. */
  storm: (round: number) => Promise<void>
  /** Only the marked plates keep their trouble; no theft report is in force. */
  calm: () => Promise<void>
  /** What is written of the plate in its source's book at this moment. */
  owes: (vehicle: ChaosVehicle) => ReadonlyMap<string, number>
}

const PORTALS = [
  'nubarium',
  'apitude',
  'placapi-mx',
  'verifik-simit',
  'verifik-runt',
  'placapi-runt',
  'datos-gov-co',
] as const
const BOOKS = { MX: 'apitude', CO: 'verifik-simit' } as const
const THEFT = 'placapi-mx'
/** What a written amount counts: Mexico City states fines in units of account, SIMIT in pesos. */
const UNIT = { MX: 1, CO: 100 } as const

/** Whether a portal reports nothing good in a scenario, whatever the vehicle. @param connector absent: any */
export const isTrouble = ({ offers }: Scenarios, portal: string, scenario: string, connector = ''): boolean =>
  ANYWHERE.some((name) => name === scenario) ||
  ((TROUBLE.some((name) => name === scenario) ||
    (QUERIED_WITH_OWNER.has(connector) && OWNER_TROUBLE.some((name) => name === scenario))) &&
    offers(portal, scenario))

type ScenarioList = { scenarios: { name: string }[]; claims: Record<string, string[]> }

/** The simulator's own list. */
export const readScenarios = async (url: string): Promise<Scenarios> => {
  const { scenarios, claims } = (await (await fetch(`${url}/__control/scenarios`)).json()) as ScenarioList
  return {
    names: scenarios.map(({ name }) => name),
    offers: (portal, scenario) => claims[portal]?.includes(scenario) ?? false,
  }
}

/** @param random whole numbers below the one given */
export const openChaosEnvironment = (
  url: string,
  known: Scenarios,
  fleet: readonly ChaosVehicle[],
  random: (below: number) => number,
): ChaosEnvironment => {
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(`${url}/__control/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`The simulator refused ${path}: ${await answer.text()}`)
  }
  const indebted = fleet.filter(({ kind }) => kind === 'debts')
  const stolen = fleet.filter(({ kind }) => kind === 'theft')
  const books = new Map(indebted.map((vehicle) => [vehicle, new Map<string, number>()]))

  const writeDebt = async (vehicle: ChaosVehicle, id: string, amount: number | null): Promise<void> => {
    const book = books.get(vehicle)
    const what = amount === null ? { remove: id } : { add: id, amount }
    await send('POST', 'debts', { portal: BOOKS[vehicle.country], plate: vehicle.plate, ...what })
    if (amount === null) book?.delete(id)
    else book?.set(id, amount)
  }
  // The first stays for ever and grows; the second comes and goes.
  const moveDebts = async (round: number): Promise<void> => {
    for (const [at, vehicle] of indebted.entries()) {
      if (round === 1 || (at + round) % 3 === 0)
        await writeDebt(vehicle, 'PRIMERA', (10 + round) * UNIT[vehicle.country])
      if ((at + round) % 2 === 0) await writeDebt(vehicle, 'SEGUNDA', 5 * UNIT[vehicle.country])
      else if (books.get(vehicle)?.has('SEGUNDA')) await writeDebt(vehicle, 'SEGUNDA', null)
    }
  }
  const showTheft = async (scenarioOf: (at: number) => string): Promise<void> => {
    for (const [at, { plate }] of stolen.entries())
      await send('POST', 'faults', { portal: THEFT, plate, scenario: scenarioOf(at) })
  }
  const clearFaults = () => Promise.all(PORTALS.map((portal) => send('DELETE', `faults?portal=${portal}`)))

  return {
    ...known,
    storm: async (round) => {
      await clearFaults()
      await moveDebts(round)
      // One theft report in three is hidden behind trouble; none is ever lifted.
      await showTheft((at) =>
        (at + round) % 3 === 0 && round > 1 ? (PASSING[random(PASSING.length)] ?? 'hang') : 'theft',
      )
      const down = PORTALS[random(PORTALS.length)]
      for (const portal of PORTALS) {
        for (const scenario of PASSING.filter((name) => isTrouble(known, portal, name)))
          await send('POST', 'faults', { portal, scenario, percent: scenario === 'hang' ? 2 : random(8) })
        if (portal === down)
          await send('POST', 'faults', { portal, scenario: ['cut', 'captcha', 'server-error'][random(3)] ?? 'cut' })
      }
    },
    calm: async () => {
      await clearFaults()
      await showTheft(() => 'clean')
    },
    owes: (vehicle) => books.get(vehicle) ?? new Map(),
  }
}
