// What the operator, and in part the company's administrators, change in a company: its settings, its logo, its
// suspension, and the date of its erasure.
import { createHash } from 'node:crypto'
import type { DocumentType } from '@padron/contract/rules/tax-ids'
import { sql } from 'kysely'
import { recheckVehicles } from '../../checks/services/recheck.ts'
import type { Tx } from '../../db/client.ts'
import { lockCompanyAlone } from '../../db/company-lock.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import { pictureFault, pictureSize } from '../../files/picture-size.ts'
import { AccountError, checkTimeZone } from './accounts.ts'

export const ERASE_AFTER_DAYS = 30

const LOGO_MAX = 300_000 // served to anybody, from memory
const SIGNATURES = [
  { mediaType: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { mediaType: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
] as const

/** Stores a picture as the company's logo. Its first bytes decide its type, not its name. @throws AccountError */
export const setLogo = async (tx: Tx, tenantId: number, image: Buffer): Promise<void> => {
  const type = SIGNATURES.find(({ bytes }) => image.subarray(0, bytes.length).equals(bytes))
  if (!type) throw new AccountError('El logotipo debe ser un archivo .jpeg o .png.')
  const size = await pictureSize(image)
  const fault = size && pictureFault(size)
  if (fault) throw new AccountError(fault)
  if (image.length > LOGO_MAX) throw new AccountError('El logotipo pesa más de 300 KB; redúzcalo.')
  const sha256 = createHash('sha256').update(String(tenantId)).update(image).digest('hex')
  const logo = { sha256, media_type: type.mediaType, image }
  await tx
    .insertInto('company_logo')
    .values({ tenant_id: tenantId, ...logo })
    .onConflict((on) => on.column('tenant_id').doUpdateSet(logo))
    .execute()
  await change(tx, tenantId, { logo_url: `/files/logos/${sha256}` })
}

export const removeLogo = async (tx: Tx, tenantId: number): Promise<void> => {
  await tx.deleteFrom('company_logo').where('tenant_id', '=', tenantId).execute()
  await change(tx, tenantId, { logo_url: null })
}

type Settings = {
  company_name?: string
  time_zone?: string
  logo_url?: string | null
  admins_need_factor?: boolean
  holder_document_type?: DocumentType | null
}

const change = async (tx: Tx, tenantId: number, set: Settings): Promise<void> => {
  await tx.updateTable('company').set(set).where('tenant_id', '=', tenantId).execute()
}

/** @returns the former time zone, if it changed @throws AccountError */
export const setCompany = async (
  tx: Tx,
  tenantId: number,
  { title, timeZone, adminsNeedFactor }: { title?: string; timeZone?: string; adminsNeedFactor?: boolean },
): Promise<string | undefined> => {
  if (title !== undefined && title.trim() === '') throw new AccountError('La empresa necesita un nombre.')
  if (timeZone !== undefined) checkTimeZone(timeZone)
  const set = {
    ...(title === undefined ? {} : { company_name: title.trim() }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(adminsNeedFactor === undefined ? {} : { admins_need_factor: adminsNeedFactor }),
  }
  if (Object.keys(set).length === 0) return undefined
  const { rows } = await sql<{ timeZone: string }>`
    select time_zone as "timeZone"
    from company
    where tenant_id = ${tenantId}
    for no key update`.execute(tx)
  await change(tx, tenantId, set)
  const formerZone = rows[0]?.timeZone
  return timeZone === undefined || timeZone === formerZone ? undefined : formerZone
}

type Company = { tenant_id: number; company_name: string; country: string }

/**
 * Sets the document type of holders whose number does not show it. Sources that search by such a holder are checked
 * again, because their answers are about another person or about no one.
 * @param type null: a citizen's card
 * @throws AccountError if the company is not in Colombia
 */
export const setHolderDocument = async (tx: Tx, company: Company, type: DocumentType | null): Promise<void> => {
  const { tenant_id: tenantId, company_name: name, country } = company
  if (country !== 'CO') throw new AccountError('En México el titular se identifica con su RFC: no hay tipo que elegir.')
  await lockCompanyAlone(tx, tenantId)
  const { holder_document_type: before } = await tx
    .selectFrom('company')
    .select('holder_document_type')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (type === before) return
  await change(tx, tenantId, { holder_document_type: type })
  const changed = JSON.stringify({ holder_document_type: [before, type] })
  await sql`select record_activity(${tenantId}, 'company', ${tenantId}, ${name}, 'update', ${changed}::jsonb)`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number }>`
    select vehicle_id as id
    from vehicle
    where tenant_id = ${tenantId} and tax_identifier_type is null and tax_identifier !~ '^[89][0-9]{8}(-|$)'
    order by vehicle_id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await recheckVehicles(tx, { country, tenantId }, ids, ['taxIdentifier'])
  if (ids.length > 0) await touchFleet(tx, tenantId, ids)
}

/** The company's users cannot sign in, its sessions end, and its vehicles are not checked. */
export const suspend = async (tx: Tx, tenantId: number): Promise<void> => {
  await lockCompanyAlone(tx, tenantId)
  await sql`update company set suspended_at = coalesce(suspended_at, now()) where tenant_id = ${tenantId}`.execute(tx)
  await tx.deleteFrom('access_token').where('tenant_id', '=', tenantId).execute()
  // Check dates stay, so that each check resumes on its date after the suspension. A running check still stores a date.
  await sql`update due_check set suspended = true where tenant_id = ${tenantId} and not suspended`.execute(tx)
}

/** @throws AccountError if its erasure is scheduled */
export const resume = async (tx: Tx, tenantId: number): Promise<void> => {
  await lockCompanyAlone(tx, tenantId)
  const { rows } = await sql`
      update company
      set suspended_at = null
      where tenant_id = ${tenantId} and erase_at is null
      returning 1`.execute(tx)
  if (rows.length === 0)
    throw new AccountError(
      'La empresa está por borrarse; cancele el borrado antes de reactivarla (company erase --cancel).',
    )
  await sql`update due_check set suspended = false where tenant_id = ${tenantId} and suspended`.execute(tx)
}

/** Suspends the company and schedules its erasure. @returns the moment of erasure; a second call returns the same */
export const scheduleErasure = async (tx: Tx, tenantId: number): Promise<string> => {
  await suspend(tx, tenantId)
  const { rows } = await sql<{ at: string }>`
    update company
    set erase_at = coalesce(erase_at, now() + make_interval(days => ${ERASE_AFTER_DAYS}::int))
    where tenant_id = ${tenantId}
    returning erase_at as at`.execute(tx)
  return rows[0]?.at ?? ''
}

/** Cancels the erasure; the company stays suspended. @throws AccountError if none is scheduled */
export const cancelErasure = async (tx: Tx, tenantId: number): Promise<void> => {
  const { rows } = await sql`
      update company
      set erase_at = null
      where tenant_id = ${tenantId} and erase_at is not null
      returning 1`.execute(tx)
  if (rows.length === 0) throw new AccountError('Nadie ha pedido borrar esta empresa.')
}
