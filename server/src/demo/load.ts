// Fills an empty installation with the demo. Companies, users and portals are written in one transaction, so a kill
// leaves all or none; then each fleet in one, then its history in another. The catalogue version of a company records
// the progress: 1 without its fleet, 2 with it, 3 and above complete. The next start continues from there, and does
// nothing for a complete demo.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TERMS_VERSION } from '@padron/contract/session'
import { asSystem, asTenant, type Db, type Tx } from '../db/client.ts'
import { registerWorkbook } from '../features/imports/register.ts'
import { requestStatistics } from '../fleet/request-statistics.ts'
import { createCompany, createProfile, createUser } from '../identity/accounts/accounts.ts'
import { hashPassword } from '../identity/passwords/passwords.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_PORTALS, type DemoAccount } from './companies.ts'
import { addDemoDocuments, type DemoStores } from './documents.ts'
import { giveDemoPast } from './past.ts'
import { setUpDemoReports } from './reports.ts'
import { captureDemoStatements } from './statements.ts'
import { applyDemoStatuses } from './statuses.ts'
import { saveDemoViews } from './views.ts'

export type DemoOptions = { simulatorUrl: string; documents: DemoStores; log: (line: string) => void }

const THIS_YEAR = 2026 // of the workbooks; with a later clock they would be invalid

/**
 * Loads the demo if no company exists, completes an interrupted one, and sets the portals to the current address of the
 * simulator.
 */
export const loadDemo = async (db: Db, { simulatorUrl, documents, log }: DemoOptions): Promise<void> => {
  if (await createAccounts(db, simulatorUrl)) log('Demostración: empresas y usuarios creados')
  else await asSystem(db, (tx) => pointPortals(tx, simulatorUrl))
  for (const account of DEMO_ACCOUNTS) await loadFleet(db, account, documents, log)
}

/** @returns whether the installation was empty and now has the demo's accounts */
const createAccounts = async (db: Db, simulatorUrl: string): Promise<boolean> => {
  if (await asSystem(db, hasCompanies)) return false
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  return asSystem(db, async (tx) => {
    if (await hasCompanies(tx)) return false
    for (const { shortName, users, profiles, ...company } of DEMO_ACCOUNTS) {
      const tenantId = await createCompany(tx, { shortName, passwordHash, ...company })
      await tx.updateTable('company').set({ demo: true }).where('tenant_id', '=', tenantId).execute()
      await tx.insertInto('onboarding').values({ tenant_id: tenantId, step: 'dismissed' }).execute() // it has its fleet
      for (const { name, roles } of profiles) await createProfile(tx, { tenantId, name, roles })
      for (const user of users) await createUser(tx, { tenantId, shortName, passwordHash, roles: [], ...user })
    }
    await tx.updateTable('app_user').set({ terms_version: TERMS_VERSION, terms_at: new Date().toISOString() }).execute()
    await tx.insertInto('news_item').values(DEMO_NEWS).execute()
    // in the same transaction as the companies: the next start recognises a demo by `simulated`
    await pointPortals(tx, simulatorUrl)
    return true
  })
}

export const DEMO_NEWS = {
  title: 'Le damos la bienvenida a Padrón',
  information:
    'Estas flotas son inventadas y los portales que se consultan son simulados. Pruebe el calendario de ' +
    'vencimientos, los documentos de cada vehículo y las etiquetas.',
}

const hasCompanies = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('company').select('tenant_id').limit(1).executeTakeFirst()) !== undefined

/**
 * Portals that the operator has set to a real source stay. A portal without an address is from a later release, which a
 * demo of an earlier one does not know; with real companies no portal gets simulated answers.
 */
const pointPortals = async (tx: Tx, simulatorUrl: string): Promise<void> => {
  const real = await tx.selectFrom('company').select('tenant_id').where('demo', '=', false).limit(1).execute()
  for (const { key, path, credential } of DEMO_PORTALS) {
    const portal = () => tx.updateTable('portal').where('portal_key', '=', key)
    const base_url = `${simulatorUrl}${path}`
    await portal().set({ base_url }).where('simulated', '=', true).execute()
    if (real.length > 0) continue
    const settings = { base_url, credential, simulated: true, pace_ms: 0, concurrency: 8 }
    await portal().set(settings).where('base_url', 'is', null).execute()
  }
}

type Registered = Record<
  'plate' | 'vin' | 'engine' | 'version' | 'entity' | 'registered' | 'plated' | 'cylinders' | 'taxIdentifier',
  string | null
>

/** The registry data of the demo's vehicles: mostly equal to the fleets' own data. */
export const demoRegister = (db: Db): Promise<Partial<Registered>[]> =>
  asSystem(db, async (tx) => {
    const rows: Registered[] = await tx
      .selectFrom('vehicle as v')
      .innerJoin('company as c', 'c.tenant_id', 'v.tenant_id')
      .select([
        'v.plate',
        'v.vin',
        'v.engine_number as engine',
        'v.version_name as version',
        'v.plate_entity as entity',
        'v.cilinders as cylinders',
        'v.tax_identifier as taxIdentifier',
      ])
      .select(['v.registration_date as registered', 'v.plate_date as plated'])
      .where('c.demo', '=', true)
      .orderBy('v.vehicle_id')
      .execute()
    return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
  })

const FLEET_READ = 2

/** Whether every fleet of the demo is complete; also true if the installation has no demo. */
export const isDemoComplete = (db: Db): Promise<boolean> =>
  asSystem(db, async (tx) => {
    const companies = await tx
      .selectFrom('company as c')
      .innerJoin('catalogue_version as v', 'v.tenant_id', 'c.tenant_id')
      .select(['c.demo', 'v.version'])
      .execute()
    const unfinished = companies.filter(({ demo, version }) => demo && version <= FLEET_READ)
    const simulated = await tx
      .selectFrom('portal')
      .select('portal_key')
      .where('simulated', '=', true)
      .limit(1)
      .executeTakeFirst()
    return companies.length > 0 && (!simulated || unfinished.length === 0)
  })

const loadFleet = async (
  db: Db,
  { shortName, country, timeZone }: DemoAccount,
  documents: DemoStores,
  log: (line: string) => void,
): Promise<void> => {
  const found = await asSystem(db, (tx) =>
    tx
      .selectFrom('company as c')
      .innerJoin('catalogue_version as v', 'v.tenant_id', 'c.tenant_id')
      .select(['c.tenant_id', 'v.version'])
      .where('c.short_name', '=', shortName)
      .where('c.demo', '=', true) // a customer may have the name of an erased demo company
      .executeTakeFirst(),
  )
  if (!found || found.version > FLEET_READ) return
  const { tenant_id: tenantId, version } = found
  if (version < FLEET_READ) {
    const workbook = await readFile(join(import.meta.dirname, `${shortName}.xlsx`))
    const result = await registerWorkbook(db, { tenantId, country }, workbook, {
      thisYear: THIS_YEAR,
      file: `${shortName}.xlsx`,
    })
    if (result.imported === null) {
      const [first] = result.errors
      throw new Error(
        `La flota de demostración ${shortName}.xlsx no se pudo cargar: fila ${first?.row}, ${first?.column}: ` +
          `${first?.message}`,
      )
    }
    log(`Demostración: ${result.imported} vehículos de ${shortName}`)
  }
  const filed = await addDemoDocuments(db, { tenantId, shortName, country, timeZone }, documents)
  log(`Demostración: ${filed} documentos de ${shortName}`)
  await asTenant(db, tenantId, async (tx) => {
    await applyDemoStatuses(tx, tenantId)
    const captures = await captureDemoStatements(
      tx,
      { tenantId, shortName, country, timeZone },
      documents.evidence,
      new Date(),
    )
    log(`Demostración: ${captures} capturas de ${shortName}`)
    await giveDemoPast(tx, { tenantId, country, timeZone }, new Date())
    await saveDemoViews(tx, tenantId, country)
    await setUpDemoReports(tx, { tenantId, shortName, country, timeZone }, new Date())
    await requestStatistics(tx, tenantId, new Date())
  })
}
