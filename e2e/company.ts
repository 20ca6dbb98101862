// A company of a test's own, created as an operator does: what changes in it affects no counts of other tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Args, CallRow, Reply } from '@padron/contract/call'
import { onboarding } from '@padron/contract/onboarding'
import { vehicles } from '@padron/contract/vehicles'
import { PRODUCT, SIMULATOR_PORT } from './address.ts'
import { ask, freshToken } from './api.ts'
import { acceptTerms, unique } from './people.ts'

const ROOT = join(import.meta.dirname, '..')

export const padronIn = async (
  { folder, settings }: Pick<Installation, 'folder' | 'settings'>,
  args: readonly string[],
): Promise<string> => {
  const env = {
    ...process.env,
    PADRON_DATA_DIR: folder,
    PADRON_DEMO: '0',
    SIMULATOR_PORT: `${SIMULATOR_PORT}`,
    DATABASE_URL: '',
    ...settings,
  }
  const child = spawn(process.execPath, [join(ROOT, 'server/src/bin/padron.ts'), ...args], { cwd: ROOT, env })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`padron ${args.join(' ')}: ${err}`)
  return out
}

/** The operator's command line, on the data of the tests' product. */
export const padron = (...args: string[]): Promise<string> => padronIn(TEST_PRODUCT, args)

export type Company = {
  username: string
  password: string
  token: string
  ask: <R extends CallRow>(row: R, args: Args<R>) => Promise<Reply<R>>
}

/** Where a company is created: the shared product, or a test's own. */
export type Installation = { url: string; folder: string | undefined; settings?: Record<string, string> }
const TEST_PRODUCT: Installation = { url: PRODUCT, folder: process.env.PADRON_E2E_FOLDER }

/**
 * A Mexican company without vehicles, and its main account signed in.
 * @param firstSteps whether the panel of the first steps is above the catalogue; otherwise it is hidden
 */
export const newCompany = async (at: Installation = TEST_PRODUCT, firstSteps = false): Promise<Company> => {
  const { url } = at
  const name = `e${unique().replace('.', 'n')}`
  const make = ['company', 'create', '--name', name, '--title', `Empresa ${name}`, '--country', 'MX']
  const out = await padronIn(at, make)
  const password = / (\S+)\n$/.exec(out)?.[1] ?? ''
  const username = `${name}-admin`
  await acceptTerms(username, password, url)
  const token = await freshToken(username, password, url)
  if (!firstSteps) await ask(onboarding.dismiss, { body: { dismissed: true } }, token, url)
  return { username, password, token, ask: (row, args) => ask(row, args, token, url) }
}

let made = 0
/** A plate and a VIN that no other vehicle of this run has; the VIN is of a Nissan of 2024. */
export const newIdentity = (): { plate: string; vin: string } => {
  made += 1
  const number = String(made).padStart(3, '0')
  return { plate: `RKA${number}B`, vin: `3N1CN8AE1RL${String(process.pid % 1000).padStart(3, '0')}${number}` }
}

type Fields = Partial<Omit<Args<typeof vehicles.create>['body']['vehicleClass'], 'vehicleAsset'>>

export type Made = { vehicleAssetId: number; plate: string; vin: string }
const NUEVO_LEON = 19
/** Registers a vehicle as the console does. */
export const newVehicle = async (
  company: Company,
  fields: Fields = {},
  identity = newIdentity(),
  stateId = NUEVO_LEON,
): Promise<Made> => {
  const { vehicleAssetId } = await company.ask(vehicles.create, {
    body: { vehicleClass: { ...fields, vehicleAsset: { ...identity, stateId, acquisitionReasonId: 1 } } },
  })
  return { vehicleAssetId, ...identity }
}
