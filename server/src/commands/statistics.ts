// `padron statistics`: computes the figures of the dashboards now, for one company or all.
import { numberText } from '@padron/contract/texts/count-of'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import { type Worked, writeStatistics } from '../features/dashboard/statistics/write-statistics.ts'
import { findCompany } from '../identity/accounts/accounts.ts'
import { print, Refused, table, warn, withDatabase } from './console.ts'

type Company = { tenantId: number; name: string; timeZone: string }

/** Companies that wait to be erased have no figures. */
const companies = (db: Db, only?: string): Promise<Company[]> =>
  asSystem(db, async (tx) => {
    if (only !== undefined) await findCompany(tx, only)
    const { rows } = await sql<Company>`
      select tenant_id as "tenantId", short_name as name, time_zone as "timeZone"
      from company
      where erase_at is null ${only === undefined ? sql`` : sql`and short_name = ${only}`} order by short_name`.execute(
      tx,
    )
    return rows
  })

const money = (value: number): string => value.toLocaleString('es-MX', { minimumFractionDigits: 2 })

const rowOf = ({ name }: Company, { facts, tookMs }: Worked): string[] => {
  const [all] = facts.owed
  return [
    name,
    numberText(facts.fleet.totalVehicleCount),
    numberText(all?.vehiclesWithDebt ?? 0),
    money(all?.totalDebt ?? 0),
    numberText(all?.debtsWithoutAmount ?? 0),
    numberText(facts.basis.debt.known),
    numberText(tookMs),
  ]
}
const HEADINGS = ['EMPRESA', 'ACTIVOS', 'CON ADEUDO', 'ADEUDO', 'SIN IMPORTE', 'CON TODO CONSULTADO', 'MS']

const NOT_WRITTEN = 'las estadísticas no se guardaron: otro proceso las estaba calculando, o la empresa ya no existe.'

/** A failure does not stop the other companies. */
const workOut = async (db: Db, company: Company): Promise<string[] | undefined> => {
  try {
    const worked = await writeStatistics(db, company, new Date())
    if (worked.written) return rowOf(company, worked)
    warn(`${company.name}: ${NOT_WRITTEN}`)
  } catch (error) {
    warn(`${company.name}: no se pudieron calcular las estadísticas: ${error instanceof Error ? error.message : error}`)
  }
  return undefined
}

const run = ({ company }: { company?: string }): Promise<void> =>
  withDatabase(async (db) => {
    const chosenCompanies = await companies(db, company)
    if (company !== undefined && chosenCompanies.length === 0)
      throw new Error(`${company} está por borrarse; no se calculan sus estadísticas.`)
    if (chosenCompanies.length === 0) return print('No hay empresas.')
    const rows: string[][] = []
    let failed = 0
    for (const each of chosenCompanies) {
      const row = await workOut(db, each)
      if (row) rows.push(row)
      else failed++
    }
    if (rows.length > 0) print(table([HEADINGS, ...rows]))
    if (failed > 0) throw new Refused(`${failed} empresas quedaron sin calcular.`)
  })

export const addStatisticsCommands = (program: Command): void => {
  program
    .command('statistics')
    .description('Calcula ahora las estadísticas de los dashboards y dice cuánto tardó cada empresa')
    .option('--company <empresa>', 'nombre corto de la empresa; sin ella, todas')
    .action(run)
}
