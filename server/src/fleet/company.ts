// What files and emails need of a company: name, country and time zone.
import { asCountry, type Country } from '@padron/contract/places/countries'
import type { Tx } from '../db/client.ts'

export type CompanyFacts = { tenantId: number; companyName: string; country: Country; timeZone: string }

export const companyFacts = async (tx: Tx, tenantId: number): Promise<CompanyFacts> => {
  const row = await tx
    .selectFrom('company')
    .select(['company_name', 'country', 'time_zone'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { tenantId, companyName: row.company_name, country: asCountry(row.country), timeZone: row.time_zone }
}
