// `padron fleet …`: lists deleted fleets, and restores them.
import { localMinute } from '@padron/contract/days'
import { DELETED_RETENTION_DAYS } from '@padron/contract/exports'
import { asCountry } from '@padron/contract/places/countries'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { enrolVehicles } from '../checks/services/enrol.ts'
import { asSystem, type Tx } from '../db/client.ts'
import { lockCompany } from '../db/company-lock.ts'
import { touchFleet } from '../db/fleet-version.ts'
import { dayIn } from '../files/wall-clock.ts'
import { LEFT, type Restored, restoreDeletion } from '../fleet/archive/archive.ts'
import { findCompany } from '../identity/accounts/accounts.ts'
import { type CompanyRow, onCompany, print, table, warn, withDatabase } from './console.ts'

type Deletion = {
  id: string
  at: string
  who: string
  vehicles: number
  left: number
  restored: string | null
  running: boolean
}
const SKIPPED_LIMIT = 50

const deletionsOf = async (tx: Tx, tenantId: number): Promise<Deletion[]> => {
  const { rows } = await sql<Deletion>`
    select d.deletion_id as id, d.at, d.who, d.vehicles, ${LEFT} as left, d.restored_at as restored,
      exists (
        select from queue_item q
        where q.tenant_id = d.tenant_id and q.queue_item_id = d.deletion_id and q.finished_at is null) as running
    from deletion d
    where d.tenant_id = ${tenantId}
    order by d.at desc`.execute(tx)
  return rows
}

const situation = ({ restored, running, vehicles, left }: Deletion, timeZone: string): string => {
  if (running) return 'en curso'
  if (restored) return `recuperado el ${dayIn(restored, timeZone)}`
  return left < vehicles ? `recuperado en parte: ${left === 1 ? 'falta' : 'faltan'} ${left}` : 'recuperable'
}

const list = async (company: string): Promise<void> => {
  const { deletions, timeZone } = await withDatabase((db) =>
    asSystem(db, async (tx) => {
      const { tenant_id, time_zone } = await findCompany(tx, company)
      return { deletions: await deletionsOf(tx, tenant_id), timeZone: time_zone }
    }),
  )
  if (deletions.length === 0)
    return print(`${company} no tiene borrados de los últimos ${DELETED_RETENTION_DAYS} días.`)
  const rows = deletions.map((each) => [
    each.id,
    localMinute(each.at, timeZone),
    each.who,
    `${each.vehicles}`,
    situation(each, timeZone),
  ])
  print(table([['BORRADO', `FECHA (${timeZone})`, 'QUIÉN', 'VEHÍCULOS', 'SITUACIÓN'], ...rows]))
}

const bringBack = async (
  tx: Tx,
  { tenant_id: tenantId, short_name: company, country }: CompanyRow,
  deletionId: string,
): Promise<Restored> => {
  await sql`set local statement_timeout = 0`.execute(tx)
  await lockCompany(tx, tenantId)
  await sql`select from deletion where tenant_id = ${tenantId} for update`.execute(tx)
  const found = (await deletionsOf(tx, tenantId)).find(({ id }) => id === deletionId)
  if (!found) throw new Error(`${company} no tiene el borrado ${deletionId}.`)
  if (found.running) throw new Error('El borrado todavía no termina; espere a que termine.')
  const restored = await restoreDeletion(tx, tenantId, deletionId)
  await enrolVehicles(tx, asCountry(country), restored.ids)
  const changes = JSON.stringify({ restored: [null, restored.ids.length] })
  await sql`select record_activity(${tenantId}, 'job', null, 'Borrado total', 'update', ${changes}::jsonb)`.execute(tx)
  await touchFleet(tx, tenantId)
  return restored
}

const restore = async (company: string, deletionId: string): Promise<void> => {
  const { ids, skipped } = await withDatabase((db) =>
    onCompany(db, company, (tx, found) => bringBack(tx, found, deletionId)),
  )
  for (const { plate, vin } of skipped.slice(0, SKIPPED_LIMIT))
    warn(`No se recuperó ${plate} (VIN ${vin}): un vehículo activo ya tiene esa placa o ese VIN.`)
  if (skipped.length > SKIPPED_LIMIT) warn(`… y ${skipped.length - SKIPPED_LIMIT} más.`)
  print(`${ids.length} vehículos recuperados en ${company}.`)
  if (skipped.length > 0)
    print(`${skipped.length} siguen guardados: dé de baja los que ocupan su placa o VIN y repita la orden.`)
}

export const addFleetCommands = (program: Command): void => {
  const fleet = program.command('fleet').description('Flotas borradas por completo')
  fleet
    .command('deletions')
    .description(
      `Lista los borrados totales de una empresa; se pueden recuperar durante ${DELETED_RETENTION_DAYS} días`,
    )
    .argument('<empresa>', 'nombre corto de la empresa')
    .action(list)
  fleet
    .command('restore')
    .description('Recupera los vehículos de un borrado total, con todo lo suyo')
    .argument('<empresa>', 'nombre corto de la empresa')
    .argument('<borrado>', 'identificador del borrado, de fleet deletions')
    .action(restore)
}
