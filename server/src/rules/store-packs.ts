// The packs that are loaded, and the tables that say what they say together. Whoever reads the tables has it at once.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { mergePacks, type Rules } from './merge-packs.ts'
import type { Pack, Source } from './pack.ts'
import { parsePack } from './pack-faults.ts'

export type StoredPack = {
  version: string
  title: string
  sha256: string
  shipped: boolean
  loadedAt: string
  loadedBy: string
  reason: string | null
  withdrawnAt: string | null
  withdrawnBy: string | null
}

/** The newest first. */
export const readPacks = async (tx: Tx): Promise<StoredPack[]> => {
  const { rows } = await sql<StoredPack>`
    select version, content->>'title' as title, sha256, shipped, loaded_at as "loadedAt", loaded_by as "loadedBy",
      reason, withdrawn_at as "withdrawnAt", withdrawn_by as "withdrawnBy"
    from rule_pack
    order by version desc`.execute(tx)
  return rows
}

/** Those that apply: neither withdrawn nor an older release's own. */
export const readActivePacks = async (tx: Tx): Promise<Pack[]> => {
  const { rows } = await sql<{ version: string; content: unknown }>`
    select version, content from rule_pack where withdrawn_at is null order by version`.execute(tx)
  return rows.map(({ version, content }) => {
    const parsed = parsePack(content)
    if ('faults' in parsed) throw new Error(`The stored pack ${version} is not valid: ${parsed.faults[0]?.path}`)
    return parsed.pack
  })
}

const sourceColumns = ({ authority, document, date, link }: Source) => ({
  authority,
  source: document,
  source_date: date,
  source_link: link,
})
const otherColumns = (reading: { text: string; source: Source } | undefined) => ({
  other_description: reading?.text,
  other_source: reading?.source.document,
  other_source_date: reading?.source.date,
  other_source_link: reading?.source.link,
  disagreement: null,
})

const calendarRow = (rule: Rules['calendars'][number], place: number) => ({
  rule_key: rule.key,
  pack_version: rule.version,
  follows: rule.follows,
  series: rule.series,
  once: rule.once ?? false,
  country: rule.country,
  title: rule.title,
  state_ids: rule.states,
  digits: rule.digits,
  plate_year: rule.plateYear,
  plate_form: rule.plateForm,
  spans: rule.windows,
  daily: rule.daily ?? false,
  description: rule.text,
  valid_from: rule.validFrom,
  valid_to: rule.validTo,
  note: rule.note,
  other_spans: rule.otherReading?.windows,
  ...sourceColumns(rule.source),
  ...otherColumns(rule.otherReading),
  place,
  declared: true,
})

const paymentRow = (rule: Rules['payments'][number], place: number) => {
  const discount = rule.kind === 'discount' ? rule : undefined
  return {
    rule_key: rule.key,
    pack_version: rule.version,
    follows: rule.follows,
    kind: rule.kind,
    country: rule.country,
    title: rule.title,
    state_ids: rule.states,
    type_ids: rule.types,
    electronic: rule.electronic,
    steps: discount?.steps ?? [],
    day_kind: discount?.dayKind ?? 'calendar',
    counts_from: discount?.countsFrom ?? 'debt',
    only_words: discount?.onlyWords,
    except_words: discount?.exceptWords,
    description: rule.text,
    valid_from: rule.validFrom,
    valid_to: rule.validTo,
    note: rule.note,
    other_steps: discount?.otherReading?.steps,
    other_day_kind: discount?.otherReading?.dayKind,
    ...sourceColumns(rule.source),
    ...otherColumns(rule.otherReading),
    place,
    declared: true,
  }
}

const appealRow = (rule: Rules['appeals'][number], place: number) => ({
  rule_key: rule.key,
  pack_version: rule.version,
  country: rule.country,
  title: rule.title,
  state_ids: rule.states,
  type_ids: rule.types,
  electronic: rule.electronic,
  days: rule.days,
  day_kind: rule.dayKind ?? 'calendar',
  counts_from: rule.countsFrom ?? 'debt',
  description: rule.text,
  valid_from: rule.validFrom,
  valid_to: rule.validTo,
  note: rule.note,
  ...sourceColumns(rule.source),
  place,
})

const holidayRow = (rule: Rules['holidays'][number], place: number) => ({
  rule_key: rule.key,
  pack_version: rule.version,
  country: rule.country,
  title: rule.name,
  day: rule.day,
  easter: rule.easter,
  moved: rule.moved ?? false,
  valid_from: rule.validFrom,
  valid_to: rule.validTo,
  ...sourceColumns(rule.source),
  place,
})

const unitRow = (value: Rules['units'][number]) => ({
  unit: value.unit,
  valid_from: value.from,
  valid_to: value.to,
  value: value.value,
  country: value.country,
  pack_version: value.version,
  ...sourceColumns(value.source),
})

type Row = Readonly<Record<string, unknown>>
/** undefined becomes null. */
const columnsOf = (rows: readonly Row[]): string[] => Object.keys(rows[0] ?? {})

/** What the operator switched stays as it is; a rule that is in no pack any more is no longer declared. */
const writeDeclared = async (tx: Tx, table: 'calendar_rule' | 'payment_rule', rows: readonly Row[]): Promise<void> => {
  const keys = rows.map(({ rule_key: key }) => key)
  await sql`update ${sql.table(table)} set declared = false where declared and not (rule_key = any(${keys}))`.execute(
    tx,
  )
  if (rows.length === 0) return
  const columns = columnsOf(rows).map((column) => sql.ref(column))
  const changes = columns.map((column) => sql`${column} = excluded.${column}`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)}
    from json_populate_recordset(null::${sql.table(table)}, ${asJsonb(rows)}::json)
    on conflict (rule_key) do update set ${sql.join(changes)}`.execute(tx)
}

const writeAnew = async (
  tx: Tx,
  table: 'appeal_rule' | 'holiday_rule' | 'unit_value',
  rows: readonly Row[],
): Promise<void> => {
  await sql`delete from ${sql.table(table)}`.execute(tx)
  if (rows.length === 0) return
  const columns = sql.join(columnsOf(rows).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${asJsonb(rows)}::json)`.execute(tx)
}

/** Held, shared, by whoever writes amounts by the values; a lock of the table would wait for backups. */
export const UNIT_VALUES_LOCK = 7_236_120

/**
 * With other values the amounts of debts in units are computed again (checks/store/recompute-unit-amounts.ts). It
 * waits for the transactions that have read the former values, so that what they write is among those debts.
 */
const writeUnitValues = async (tx: Tx, rows: readonly Row[]): Promise<void> => {
  const { rows: found } = await sql<{ differs: boolean }>`
    with former as (select unit, valid_from, valid_to, value from unit_value),
    present as (
      select unit, valid_from, valid_to, value
      from json_populate_recordset(null::unit_value, ${asJsonb(rows)}::json))
    select exists ((table former except table present) union all (table present except table former)) as differs`.execute(
    tx,
  )
  if (found[0]?.differs) {
    await sql`
      insert into pending_unit_amounts (tenant_id)
      select tenant_id from company order by tenant_id
      on conflict (tenant_id) do update set cursor = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${UNIT_VALUES_LOCK})`.execute(tx)
  }
  await writeAnew(tx, 'unit_value', rows)
}

/** Writes what the packs that apply say together. Depends on nothing else, so that a withdrawal brings back the former. */
const writeRules = async (tx: Tx): Promise<void> => {
  const { calendars, payments, appeals, holidays, units } = mergePacks(await readActivePacks(tx))
  await writeDeclared(tx, 'calendar_rule', calendars.map(calendarRow))
  await writeDeclared(tx, 'payment_rule', payments.map(paymentRow))
  await writeAnew(tx, 'appeal_rule', appeals.map(appealRow))
  await writeAnew(tx, 'holiday_rule', holidays.map(holidayRow))
  await writeUnitValues(tx, units.map(unitRow))
}

/** One load or withdrawal at a time. */
const lockPacks = (tx: Tx) => sql`lock table rule_pack in share row exclusive mode`.execute(tx)

export const hashOf = (file: Buffer | string): string => createHash('sha256').update(file).digest('hex')

const insertPack = (tx: Tx, pack: Pack, { sha256, by, reason, shipped }: Omit<Load, 'pack'> & { shipped: boolean }) =>
  sql`
    insert into rule_pack (version, content, sha256, shipped, loaded_by, reason)
    values (${pack.version}, ${asJsonb(pack)}::jsonb, ${sha256}, ${shipped}, ${by}, ${reason ?? null})`.execute(tx)

/** An operator's pack of the day of the product's stays, as the newer of both. */
const renamePack = (tx: Tx, version: string) => {
  const renamed = `${version.slice(0, 10)}z`
  return sql`
    update rule_pack
    set version = ${renamed}, content = jsonb_set(content, '{version}', to_jsonb(${renamed}::text))
    where version = ${version}`.execute(tx)
}

/** The product's own pack takes the place of the one of the release before. */
export const writeShippedPack = async (tx: Tx, file: string): Promise<void> => {
  const parsed = parsePack(JSON.parse(file))
  if ('faults' in parsed) throw new Error(`The shipped pack is not valid: ${JSON.stringify(parsed.faults)}`)
  const sha256 = hashOf(file)
  await lockPacks(tx)
  const { rows } = await sql`select from rule_pack where shipped and sha256 = ${sha256}`.execute(tx)
  if (rows.length === 0) {
    await sql`delete from rule_pack where shipped`.execute(tx)
    await renamePack(tx, parsed.pack.version)
    await insertPack(tx, parsed.pack, { sha256, by: 'Padrón', reason: undefined, shipped: true })
  }
  await writeRules(tx)
}

export type Load = { pack: Pack; sha256: string; by: string; reason: string | undefined }

/**
 * @param load a pack that packFaults found nothing wrong with
 * @throws Error, in Spanish, if a pack as new or newer is loaded
 */
export const loadPack = async (tx: Tx, { pack, ...load }: Load): Promise<void> => {
  await lockPacks(tx)
  const { rows } = await sql<{ version: string; withdrawn: boolean }>`
    select version, withdrawn_at is not null as withdrawn
    from rule_pack
    where version = ${pack.version} or (withdrawn_at is null and version > ${pack.version})
    order by version desc
    limit 1`.execute(tx)
  const [newer] = rows
  if (newer)
    throw new Error(
      newer.version === pack.version
        ? `version: la ${pack.version} ya se cargó${newer.withdrawn ? ' y se retiró' : ''}; use otra.`
        : `version: la ${pack.version} es anterior a la cargada, ${newer.version}.`,
    )
  await insertPack(tx, pack, { ...load, shipped: false })
  await writeRules(tx)
}

/** @throws Error, in Spanish, if there is none to withdraw */
export const withdrawPack = async (
  tx: Tx,
  version: string,
  { by, reason }: { by: string; reason: string | undefined },
): Promise<void> => {
  await lockPacks(tx)
  const { rows } = await sql<{ shipped: boolean; withdrawn: boolean }>`
    select shipped, withdrawn_at is not null as withdrawn from rule_pack where version = ${version}`.execute(tx)
  const [pack] = rows
  if (!pack) throw new Error(`No existe la versión ${version}; vea padron rules list.`)
  if (pack.shipped) throw new Error(`La versión ${version} viene con el producto; cargue otra que la corrija.`)
  if (pack.withdrawn) throw new Error(`La versión ${version} ya se retiró.`)
  await sql`
    update rule_pack
    set withdrawn_at = now(), withdrawn_by = ${by}, withdrawn_reason = ${reason ?? null}
    where version = ${version}`.execute(tx)
  await writeRules(tx)
}
