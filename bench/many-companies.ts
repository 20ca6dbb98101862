// Creates a million vehicles (BENCH_VEHICLES) in fifty companies with sizes in the proportion 1/k, to measure a whole
// installation: the first has 22 % of the vehicles, the tenth 2 %. With BENCH_FLEET_DIR the database stays in that
// folder, and the next run does not load it again.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@padron/contract/days'
import { ROLES } from '@padron/contract/permissions'
import { TERMS_VERSION } from '@padron/contract/session'
import { asSystem, type Db } from '@padron/server/db/client'
import { tokenHash } from '@padron/server/http/access/sessions'
import { type OpenDatabase, openDatabase } from '@padron/server/installation/open'
import { newToken } from '@padron/server/secrets/tokens'
import { loadCompanies, type Sample, sampleOf } from './fleet.ts'

export const VEHICLES = Number(process.env.BENCH_VEHICLES ?? 1_000_000)
const COMPANIES = 50

export type Place = Sample & { tenantId: number; size: number }
/** `remove` deletes the folder after the database is closed, unless it is to be kept. */
export type FleetDatabase = OpenDatabase & { folder: string; places: Place[]; remove: () => void }

/** Sizes 1/k that add up to about the whole. */
const sizesOf = (vehicles: number): number[] => {
  const shares = Array.from({ length: COMPANIES }, (_, k) => 1 / (k + 1))
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => Math.max(1, Math.round((vehicles * share) / whole)))
}

const folderOf = (given: string | undefined): string => {
  if (!given) return mkdtempSync(join(tmpdir(), 'padron-bench-'))
  mkdirSync(given, { recursive: true, mode: 0o755 })
  return given
}

const places = async (db: Db): Promise<Place[]> => {
  const { rows } = await db.system.query<{ id: number; size: number }>(
    `select c.tenant_id as id, (select count(*)::int from vehicle v where v.tenant_id = c.tenant_id) as size
     from company c where c.short_name like 'flota%' order by 2 desc, 1`,
  )
  const found: Place[] = []
  for (const { id, size } of rows) found.push({ tenantId: id, size, ...(await sampleOf(db, id)) })
  return found
}

/** The database with its fleets, open in this process. */
export const openFleets = async (): Promise<FleetDatabase> => {
  const givenFolder = process.env.BENCH_FLEET_DIR
  const folder = folderOf(givenFolder)
  const done = join(folder, `loaded-${VEHICLES}`)
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  if (!existsSync(done)) {
    const began = performance.now()
    const sizes = sizesOf(VEHICLES).map((size, i) => [`flota${i + 1}`, size] as const)
    await loadCompanies(opened.addressOf('padron_owner').connectionString, sizes)
    writeFileSync(done, '')
    process.stdout.write(`${VEHICLES} vehicles loaded in ${Math.round((performance.now() - began) / 1000)} s\n`)
  }
  const remove = () => {
    if (!givenFolder) rmSync(folder, { recursive: true, force: true })
  }
  return { ...opened, folder, places: await places(opened.db), remove }
}

let made = 0
/** A signed-in user with every permission except the main account’s. @returns the token */
export const signIn = (db: Db, { tenantId }: Place): Promise<string> =>
  asSystem(db, async (tx) => {
    const role_ids = ROLES.filter(({ name }) => name !== 'admin').map(({ roleId }) => roleId)
    const username = `flota${tenantId}-${process.pid}-${made++}`
    const user = { tenant_id: tenantId, username, password_hash: 'x', terms_version: TERMS_VERSION, role_ids }
    const { user_id } = await tx.insertInto('app_user').values(user).returning('user_id').executeTakeFirstOrThrow()
    const token = newToken()
    const session = {
      token_hash: tokenHash(token),
      client_id: 'bench',
      scope: '',
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    }
    await tx
      .insertInto('access_token')
      .values({ tenant_id: tenantId, user_id, ...session })
      .execute()
    return token
  })

/** The addresses of the three roles, in the format of the benchmarks' servers. */
export const urlsOf = ({
  addressOf,
}: Pick<OpenDatabase, 'addressOf'>): Record<'padron_app' | 'padron_system' | 'padron_owner', string> => ({
  padron_app: addressOf('padron_app').connectionString,
  padron_system: addressOf('padron_system').connectionString,
  padron_owner: addressOf('padron_owner').connectionString,
})
