// The search box: the ten vehicles whose plate, VIN or identifier, present or former, best match the typed text. It
// searches by key first; if that finds fewer than ten, anywhere in the three fields, and last by the holder's name or
// complete RFC or NIT.
import type { Reply } from '@padron/contract/call'
import type { catalogue } from '@padron/contract/catalogue'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import { runPrepared, type Statement } from '../../db/prepared.ts'
import { scopeOf } from '../../db/scope.ts'
import type { FleetIndex } from '../../fleet/index/fleet-index.ts'

type Match = Reply<typeof catalogue.bestMatch>[number]
type Found = Omit<Match, 'matchedBy' | 'holder'> & { rfcName: string | null }

const AT_MOST = 10
/** The tier of matches anywhere, which come after all matches by key (036-search-by-keys.sql). */
const ANYWHERE_TIER = 7
const HOLDER_TIER = 8
/** Minimum length of a VIN's end; shorter ones match too many vehicles (067-search-vin-end-holder.sql). */
const VIN_END_MIN = 4

/** The replacing vehicle's id; null if it is outside the part of the fleet that the user sees. */
const REPLACED_BY = sql`(
  select r.vehicle_id
  from vehicle r
  where r.tenant_id = v.tenant_id and r.vehicle_id = v.replaced_by)`

/** @param found rows of vehicle_id, tier and former */
const matchesOf = (tenantId: number, found: RawBuilder<unknown>) => sql<Found>`
  select v.plate, v.vin, v.custom_id as "customId", v.vehicle_id as "vehicleAssetId", m.former,
    v.asset_status_id as "assetStatusId", ${REPLACED_BY} as "replacedBy", v.rfc_name as "rfcName"
  from (select distinct on (vehicle_id) vehicle_id, tier, former from (${found}) each order by vehicle_id, tier) m
  join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = m.vehicle_id
  order by m.tier, (v.asset_status_id = 1) desc, v.plate, v.vehicle_id
  limit ${sql.lit(AT_MOST)}`

type Step = 'match_by_key' | 'match_by_vin_end' | 'match_anywhere' | 'match_by_holder' | 'best_match'

/**
 * The number of fragments, one or two, determines the statement's text.
 * @param steps functions of the database; `best_match` combines the first and the third
 * @param fragments the text as typed and without separators: an identifier may have hyphens, a plate never does
 */
export const matchQuery = (
  tenantId: number,
  steps: readonly Step[],
  fragments: readonly string[],
): Statement<Found> => {
  const each = steps.flatMap((step) =>
    fragments.map((text) => sql`select vehicle_id, tier, former from ${sql.ref(step)}(${text})`),
  )
  const name = `catalogue.${steps.join('-')}-${fragments.length}`
  return { name, query: matchesOf(tenantId, sql.join(each, sql` union all `)) }
}

const matchesById = (tenantId: number, ids: readonly number[]): Statement<Found> => {
  const found = sql`
    select vehicle_id, ${sql.lit(ANYWHERE_TIER)} as tier, null::text as former
    from unnest(${ids}::bigint[]) as vehicle_id`
  return { name: 'catalogue.match-ids', query: matchesOf(tenantId, found) }
}

/** The forms in which an RFC or a NIT is stored: a NIT has a hyphen before its last digit. */
const taxIdsOf = (bare: string): string[] => [bare, `${bare.slice(0, -1)}-${bare.slice(-1)}`]
const TAX_ID_MIN = 8

const matchesByTaxId = (tenantId: number, bare: string): Statement<Found> => {
  const found = sql`
    select vehicle_id, ${sql.lit(HOLDER_TIER)} as tier, null::text as former
    from vehicle
    where tenant_id = ${tenantId} and tax_identifier = any(${taxIdsOf(bare)}::text[])
    order by asset_status_id
    limit ${sql.lit(AT_MOST)}`
  return { name: 'catalogue.match-tax-id', query: matchesOf(tenantId, found) }
}

/** The field by which a vehicle was found: the first one that contains the typed text. */
const matchedBy = (
  { plate, vin, former }: Pick<Found, 'plate' | 'vin' | 'former'>,
  fragments: readonly string[],
): Match['matchedBy'] => {
  if (former !== null) return 'former'
  const capitals = fragments.map((text) => text.toUpperCase())
  const some = (matches: (text: string) => boolean): boolean => capitals.some(matches)
  if (some((text) => plate.includes(text))) return 'plate'
  if (some((text) => vin.startsWith(text))) return 'vin'
  if (some((text) => text.length >= VIN_END_MIN && vin.endsWith(text))) return 'vinEnd'
  return some((text) => vin.includes(text)) ? 'vin' : 'customId'
}

const IDENTIFIERS = ['plate', 'vin', 'customId'] as const
const HOLDERS = ['rfcName', 'taxIdentifier'] as const

/**
 * Searches without the columns in memory. Its duration does not reveal how many vehicles the user may not see, because
 * every vehicle is examined.
 */
const matchesInPart = (tenantId: number, fragments: readonly string[]): Statement<Found> => {
  const parts = fragments.map((text) => text.toUpperCase())
  const found = sql`
    select v.vehicle_id, ${sql.lit(ANYWHERE_TIER)} as tier, null::text as former
    from vehicle v
    where v.tenant_id = ${tenantId}
      and exists (select from unnest(${parts}::text[]) t where strpos(concat_ws(' ', v.plate, v.vin), t) > 0)
    order by v.plate`
  return { name: 'catalogue.match-part', query: matchesOf(tenantId, found) }
}

const matchesByFormer = (tenantId: number, fragments: readonly string[]): Statement<Found> => {
  const whole = fragments.map((text) => text.toUpperCase())
  const found = sql`
    select h.vehicle_id, 5 as tier, coalesce(h.former_plate, h.former_vin) as former
    from vehicle_history h
    where h.tenant_id = ${tenantId}
      and (h.former_plate = any(${whole}::text[]) or h.former_vin = any(${whole}::text[]))`
  return { name: 'catalogue.match-former', query: matchesOf(tenantId, found) }
}

/**
 * For a user who sees a part of the fleet: searches only the columns of that part. The keys cover the whole fleet, and
 * the time to read them would reveal vehicles outside the part.
 */
const bestMatchInPart = async (
  tx: Tx,
  tenantId: number,
  fragments: readonly string[],
  fleets: Pick<FleetIndex, 'findRanked'>,
): Promise<Match[]> => {
  const ids = await fleets.findRanked(tx, tenantId, IDENTIFIERS, fragments, AT_MOST)
  const read = async (statement: Statement<Found>, ids?: readonly number[]): Promise<Found[]> => {
    const rows = await runPrepared(tx, statement)
    return ids ? ids.flatMap((id) => rows.find(({ vehicleAssetId }) => vehicleAssetId === id) ?? []) : rows
  }
  const found = new Map<number, Match>()
  const add = (rows: readonly Found[], byHolder = false): void => {
    for (const { rfcName, ...match } of rows)
      if (found.size < AT_MOST && !found.has(match.vehicleAssetId)) {
        const by = byHolder ? 'holder' : matchedBy(match, fragments)
        found.set(match.vehicleAssetId, { ...match, matchedBy: by, holder: byHolder ? rfcName : null })
      }
  }
  add(await (ids ? read(matchesById(tenantId, ids), ids) : read(matchesInPart(tenantId, fragments))))
  if (found.size < AT_MOST) add(await read(matchesByFormer(tenantId, fragments)))
  const holders = ids && found.size < AT_MOST && (await fleets.findRanked(tx, tenantId, HOLDERS, fragments, AT_MOST))
  if (holders) add(await read(matchesById(tenantId, holders), holders), true)
  return [...found.values()]
}

/**
 * Cost: the few rows of the keys; if they are fewer than ten, a search in the columns in memory or, without them, in
 * three keys, and the company's distinct holders.
 */
export const bestMatch = async (
  tx: Tx,
  tenantId: number,
  fragments: readonly string[],
  fleets: Pick<FleetIndex, 'findByIdentifier' | 'findRanked'>,
): Promise<Match[]> => {
  if (scopeOf(tx) !== undefined) return bestMatchInPart(tx, tenantId, fragments, fleets)
  const found = new Map<number, Match>()
  const search = async (statement: Statement<Found>, byHolder = false): Promise<void> => {
    for (const { rfcName, ...match } of await runPrepared(tx, statement)) {
      if (found.size === AT_MOST || found.has(match.vehicleAssetId)) continue
      const by = byHolder ? 'holder' : matchedBy(match, fragments)
      found.set(match.vehicleAssetId, { ...match, matchedBy: by, holder: byHolder ? rfcName : null })
    }
  }
  const [, { fieldsVersion }] = await Promise.all([
    search(matchQuery(tenantId, ['match_by_key', 'match_by_vin_end'], fragments)),
    fleetVersion(tx, tenantId),
  ])
  if (found.size < AT_MOST) {
    const ids = await fleets.findByIdentifier(tx, tenantId, fieldsVersion, fragments, AT_MOST)
    await search(ids ? matchesById(tenantId, ids) : matchQuery(tenantId, ['match_anywhere'], fragments))
  }
  if (found.size < AT_MOST) await search(matchQuery(tenantId, ['match_by_holder'], fragments.slice(0, 1)), true)
  const bare = fragments.at(-1)?.toUpperCase() ?? ''
  if (found.size < AT_MOST && bare.length >= TAX_ID_MIN) await search(matchesByTaxId(tenantId, bare), true)
  return [...found.values()]
}
