// One of everything that a company may have and a call may name.
import { sql } from 'kysely'
import { asSystem } from '../db/client.ts'
import type { Company, TestServer } from './server.ts'

export type Things = { vehicle: number; user: number; tag: number; profile: number; activity: number }

export const makeTag = (server: TestServer, { tenantId: tenant_id }: Company, tag_name: string): Promise<number> =>
  asSystem(server.db, async (tx) => {
    const category = await tx
      .insertInto('tag_category')
      .values({ tenant_id, category_name: `Grupo de ${tag_name}`, color: 'red' })
      .returning('tag_category_id')
      .executeTakeFirstOrThrow()
    const values = { tenant_id, tag_category_id: category.tag_category_id, tag_name }
    return (await tx.insertInto('tag').values(values).returning('tag_id').executeTakeFirstOrThrow()).tag_id
  })

/** @param mark stands in every text of theirs, so that it can be looked for; letters and digits, once per company */
export const makeThings = async (server: TestServer, company: Company, mark: string): Promise<Things> => {
  const columns = {
    custom_id: mark, rfc_name: mark, tax_identifier: mark, lessor_name: mark, brand_name: mark, model_name: mark,
  } // biome-ignore format: one row
  const [vehicle = 0] = await server.vehicles(company, [{ plate: mark.toUpperCase().slice(0, 10), columns }])
  const profile = await server.profile(company, mark, ['vehicles_read'])
  const { userId: user } = await server.somebody(company, mark.toLowerCase(), [], { profile })
  const tag = await makeTag(server, company, mark)
  return asSystem(server.db, async (tx) => {
    await tx
      .updateTable('app_user')
      .set({ first_name: mark, last_name: mark, custom_id: mark, email: `${mark}@ejemplo.mx`, phone: '8112345678' })
      .where('user_id', '=', user)
      .execute()
    await tx.insertInto('user_tag').values({ tenant_id: company.tenantId, user_id: user, tag_id: tag }).execute()
    const { rows } = await sql<{ id: number }>`
      select max(activity_id) as id from activity where tenant_id = ${company.tenantId}`.execute(tx)
    return { vehicle, user, tag, profile, activity: rows[0]?.id ?? 0 }
  })
}
