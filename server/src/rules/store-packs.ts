// Stores the loaded packs. Each change is validated together with all packs that would apply, and written under one
// lock.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { compareRules } from './compare-rules.ts'
import { mergePacks } from './merge-packs.ts'
import type { Pack } from './pack.ts'
import { type Fault, packFaults, parsePack } from './pack-faults.ts'
import { loadFaults, rulesFaults } from './rules-faults.ts'
import { writeRules } from './write-rules.ts'

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
  withdrawnReason: string | null
}

/** The newest first. */
export const readPacks = async (tx: Tx): Promise<StoredPack[]> => {
  const { rows } = await sql<StoredPack>`
    select version, content->>'title' as title, sha256, shipped, loaded_at as "loadedAt", loaded_by as "loadedBy",
      reason, withdrawn_at as "withdrawnAt", withdrawn_by as "withdrawnBy",
      withdrawn_reason as "withdrawnReason"
    from rule_pack
    order by version desc`.execute(tx)
  return rows
}

/**
 * A label that changes with every load, withdrawal, upgrade and operator's choice, for cached data that depends on the
 * rules.
 */
export const RULES_LABEL: RawBuilder<string> = sql`(
  select concat_ws(' ', count(*), count(withdrawn_at), max(loaded_at), max(withdrawn_at),
    (select max(override_at) from calendar_rule), (select max(override_at) from payment_rule),
    (select max(override_at) from appeal_rule))
  from rule_pack)`

export const readRulesLabel = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ label: string }>`select ${RULES_LABEL} as label`.execute(tx)
  return rows[0]?.label ?? ''
}

/** The packs that apply: not withdrawn, and not an older release's own. */
const readActivePacks = async (tx: Tx): Promise<Pack[]> => {
  const { rows } = await sql<{ version: string; content: unknown }>`
    select version, content
    from rule_pack
    where withdrawn_at is null
    order by version`.execute(tx)
  return rows.map(({ version, content }) => {
    const parsed = parsePack(content)
    if ('faults' in parsed) throw new Error(`The stored pack ${version} is not valid: ${parsed.faults[0]?.path}`)
    return parsed.pack
  })
}

export const hashOf = (file: Buffer | string): string => createHash('sha256').update(file).digest('hex')

const insertPack = (tx: Tx, pack: Pack, { sha256, by, reason, shipped }: Omit<Load, 'pack'> & { shipped: boolean }) =>
  sql`
    insert into rule_pack (version, content, sha256, shipped, loaded_by, reason)
    values (${pack.version}, ${asJsonb(pack)}::jsonb, ${sha256}, ${shipped}, ${by}, ${reason ?? null})`.execute(tx)

/**
 * Renames an operator's pack with the version of the product's new pack, so that the operator's stays the newer one.
 */
const renamePack = (tx: Tx, version: string) => {
  const renamed = `${version.slice(0, 10)}z`
  return sql`
    update rule_pack
    set version = ${renamed}, content = jsonb_set(content, '{version}', to_jsonb(${renamed}::text))
    where version = ${version}`.execute(tx)
}

const textOf = ({ path, message }: Fault): string => `  ${path || '/'}: ${message}`

/** The faults of a pack, or of a change of packs, which is then not stored. Its message has a line for each. */
export class PackRefused extends Error {
  constructor(faults: readonly Fault[]) {
    super(faults.map(textOf).join('\n'))
  }
}

/** One load, withdrawal or upgrade at a time. */
const lockPacks = (tx: Tx) => sql`lock table rule_pack in share row exclusive mode`.execute(tx)

/** @throws Error if the remaining packs contradict each other */
const refuseUnfit = async (tx: Tx, what: string): Promise<void> => {
  const faults = rulesFaults(await readActivePacks(tx))
  if (faults.length > 0) throw new Error([what, ...faults.map(textOf)].join('\n'))
}

/** @returns the changes, in the format of compareRules */
const applyPacks = async (tx: Tx, before: readonly Pack[]): Promise<string[]> => {
  const rules = mergePacks(await readActivePacks(tx))
  await writeRules(tx, rules)
  return compareRules(mergePacks(before), rules)
}

const REFUSED_UPGRADE =
  'Los paquetes de reglas cargados no son compatibles con el de esta versión del producto. Retírelos con la versión ' +
  'anterior (padron rules withdraw), actualice y cárguelos corregidos.'

/** The product's own pack replaces that of the previous release. */
export const writeShippedPack = async (tx: Tx, file: string): Promise<void> => {
  const parsed = parsePack(JSON.parse(file))
  const wrong = 'faults' in parsed ? parsed.faults : packFaults(parsed.pack)
  if ('faults' in parsed || wrong.length > 0) throw new PackRefused(wrong)
  const sha256 = hashOf(file)
  await lockPacks(tx)
  const { rows } = await sql`select from rule_pack where shipped and sha256 = ${sha256}`.execute(tx)
  if (rows.length === 0) {
    await sql`delete from rule_pack where shipped`.execute(tx)
    await renamePack(tx, parsed.pack.version)
    await insertPack(tx, parsed.pack, { sha256, by: 'Padrón', reason: undefined, shipped: true })
  }
  await refuseUnfit(tx, REFUSED_UPGRADE)
  await writeRules(tx, mergePacks(await readActivePacks(tx)))
}

const YEARS_AHEAD = 2
/** Refuses a version in the future: after a mistyped year, every later pack would count as older. */
const versionFaults = async (tx: Tx, version: string): Promise<Fault[]> => {
  const { rows } = await sql<{ far: boolean; version: string | null; withdrawn: boolean }>`
    select left(${version}, 10)::date > current_date + make_interval(years => ${YEARS_AHEAD}) as far, p.version,
      p.withdrawn_at is not null as withdrawn
    from (values (0)) one
    left join rule_pack p on p.version = ${version} or (p.withdrawn_at is null and p.version > ${version})
    order by p.version = ${version} desc nulls last, p.version desc
    limit 1`.execute(tx)
  const [found] = rows
  const fault = (message: string) => [{ path: 'version', message: `la ${version} ${message}` }]
  if (found?.version === version) return fault(`ya se cargó${found.withdrawn ? ' y se retiró' : ''}; use otra.`)
  if (found?.version) return fault(`es anterior a la cargada, ${found.version}.`)
  return found?.far ? fault(`es de más de ${YEARS_AHEAD} años después de hoy.`) : []
}

/** @throws PackRefused with the faults of the pack, alone and together with those that apply @returns the latter */
const checkPack = async (tx: Tx, pack: Pack): Promise<Pack[]> => {
  const versions = await versionFaults(tx, pack.version)
  const alone = versions.length > 0 ? versions : packFaults(pack)
  const others = await readActivePacks(tx)
  const faults = alone.length > 0 ? alone : loadFaults(pack, others)
  if (faults.length > 0) throw new PackRefused(faults)
  return others
}

/** @returns the changes that loading it would make @throws PackRefused */
export const changesByPack = async (tx: Tx, pack: Pack): Promise<string[]> => {
  const others = await checkPack(tx, pack)
  return compareRules(mergePacks(others), mergePacks([...others, pack]))
}

export type Load = { pack: Pack; sha256: string; by: string; reason: string | undefined }

/** @returns the changes, in the format of compareRules @throws PackRefused */
export const loadPack = async (tx: Tx, { pack, ...load }: Load): Promise<string[]> => {
  await lockPacks(tx)
  const others = await checkPack(tx, pack)
  await insertPack(tx, pack, { ...load, shipped: false })
  return applyPacks(tx, others)
}

/** @returns the changes, in the format of compareRules @throws Error, in Spanish, if it cannot be withdrawn */
export const withdrawPack = async (
  tx: Tx,
  version: string,
  { by, reason }: { by: string; reason: string | undefined },
): Promise<string[]> => {
  await lockPacks(tx)
  const { rows } = await sql<{ shipped: boolean; withdrawn: boolean }>`
    select shipped, withdrawn_at is not null as withdrawn
    from rule_pack
    where version = ${version}`.execute(tx)
  const [pack] = rows
  if (!pack) throw new Error(`No existe la versión ${version}; vea padron rules list.`)
  if (pack.shipped) throw new Error(`La versión ${version} viene con el producto; cargue otra que la corrija.`)
  if (pack.withdrawn) throw new Error(`La versión ${version} ya se retiró.`)
  const before = await readActivePacks(tx)
  await sql`
    update rule_pack
    set withdrawn_at = now(), withdrawn_by = ${by}, withdrawn_reason = ${reason ?? null}
    where version = ${version}`.execute(tx)
  await refuseUnfit(tx, `No se retiró la versión ${version}: lo que queda depende de ella.`)
  return applyPacks(tx, before)
}
