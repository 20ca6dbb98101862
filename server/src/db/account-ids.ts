// Ids of companies and users are unique among all places, so that a company can move from one to another: each place
// assigns them from a range of its own.
import { sql } from 'kysely'
import type pg from 'pg'
import { SettingError } from '../env/env.ts'
import { asSystem, type Db } from './client.ts'
import { type AddressOf, ownConnection } from './connect.ts'

/** A place is one to three letters and digits: 47,988 ranges of this size stay below 2^53. */
const IDS_PER_PLACE = 2 ** 37
/** Places with fewer characters come first. */
const FIRST_OF_LENGTH = [0, 1, 37, 1_333]

const firstAccountId = (place: string): number =>
  ((FIRST_OF_LENGTH[place.length] ?? 0) + Number.parseInt(place, 36)) * IDS_PER_PLACE

/**
 * From now on new companies and users get ids in the place's range; existing ids do not change.
 * @param place of the address
 * @throws SettingError if the installation has a place but this process has none configured: its transactions would not
 * check whether their company is being moved
 */
export const reserveAccountIds = async (db: Db, addressOf: AddressOf): Promise<void> => {
  const owner = await ownConnection(addressOf, 'padron_owner')
  try {
    const { place } = addressOf('padron_owner')
    if (place === undefined) return await refuseMissingPlace(owner)
    const first = firstAccountId(place)
    const end = first + IDS_PER_PLACE
    const isOutside = 'last_value < $1::bigint - 1 or last_value >= $2::bigint'
    const { rowCount } = await owner.query(`select from account_id where ${isOutside}`, [first, end])
    if (!rowCount) return
    const used = await lastUsed(db, first, end)
    await owner.query(
      `select setval('account_id', greatest($1::bigint, $3::bigint), $3::bigint is not null)
       from account_id
       where ${isOutside}`,
      [first, end, used],
    )
  } finally {
    await owner.end()
  }
}

const refuseMissingPlace = async (owner: pg.Client): Promise<void> => {
  const { rowCount } = await owner.query('select from account_id where last_value >= $1', [IDS_PER_PLACE])
  if (rowCount)
    throw new SettingError('Falta PADRON_PLACE: esta instalación tiene uno, que cada proceso y orden necesita.')
}

const lastUsed = (db: Db, first: number, end: number): Promise<number | null> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ last: number | null }>`
      select max(id) as last
      from (
        select tenant_id as id
        from company
        union all
        select user_id from app_user) ids
      where id >= ${first} and id < ${end}`.execute(tx)
    return rows[0]?.last ?? null
  })
