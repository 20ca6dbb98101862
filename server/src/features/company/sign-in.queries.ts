// The SQL of the sign-in by a company's identity provider.
import { type CompanyProvider, SIGN_IN_TEXTS } from '@padron/contract/company-sign-in'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'

export type Settings = Omit<CompanyProvider, 'version'>
export type StoredSettings = CompanyProvider & { sealed: string; savedAt: string }

/** @param locks whether to lock the settings until the transaction ends */
export const storedSettings = async (tx: Tx, tenantId: number, locks = false): Promise<StoredSettings | undefined> => {
  const { rows } = await sql<StoredSettings>`
    select i.issuer, i.client_id as "clientId", i.client_secret as sealed, i.groups_claim as "groupsClaim",
      i.links_by_mail as "linksByMail", i.forced, i.saved_at as "savedAt", i.row_version as version,
      array(
        select d.domain from company_idp_domain d where d.tenant_id = i.tenant_id order by d.domain) as domains,
      coalesce((
        select json_agg(json_build_object('group', g.group_name, 'presetId', g.preset_id) order by g.position)
        from company_idp_group g
        where g.tenant_id = i.tenant_id), '[]') as groups
    from company_idp i
    where i.tenant_id = ${tenantId} ${locks ? sql`for update of i` : sql``}`.execute(tx)
  return rows[0]
}

/** @returns when the session's user last signed in with the provider's current settings; null: never */
export const wasTried = async (
  tx: Tx,
  { tenantId, userId }: Session,
  stored: StoredSettings | undefined,
): Promise<string | null> => {
  if (!stored) return null
  const { rows } = await sql<{ at: string | null }>`
    select max(last_used_at) as at
    from user_identity
    where tenant_id = ${tenantId} and user_id = ${userId} and issuer = ${stored.issuer}
      and last_used_at >= ${stored.savedAt}`.execute(tx)
  return rows[0]?.at ?? null
}

const writeDomains = async (tx: Tx, tenantId: number, domains: readonly string[]): Promise<void> => {
  await sql`
    delete from company_idp_domain
    where tenant_id = ${tenantId} and domain <> all(${[...domains]}::text[])`.execute(tx)
  // Row-level security hides the rows of other companies, but no domain is given to two of them.
  const { rows } = await sql<{ domain: string }>`
    with wanted as (
      select d from unnest(${[...domains]}::text[]) d
      where not exists (select from company_idp_domain o where o.tenant_id = ${tenantId} and o.domain = d)),
    added as (
      insert into company_idp_domain (tenant_id, domain)
      select ${tenantId}, d from wanted order by d
      on conflict (domain) do nothing
      returning domain)
    select d as domain from wanted where d not in (select domain from added) order by d`.execute(tx)
  const [conflict] = rows
  if (conflict)
    throw refuse(409, SIGN_IN_TEXTS.domainInUse(conflict.domain), `domains.${domains.indexOf(conflict.domain)}`)
}

const writeGroups = async (tx: Tx, tenantId: number, groups: Settings['groups']): Promise<void> => {
  await sql`delete from company_idp_group where tenant_id = ${tenantId}`.execute(tx)
  for (const [position, { group, presetId }] of groups.entries())
    await sql`
      insert into company_idp_group (tenant_id, position, group_name, preset_id)
      values (${tenantId}, ${position}, ${group}, ${presetId})`.execute(tx)
}

/** @throws HttpProblem if another company has a domain */
export const writeLists = async (tx: Tx, tenantId: number, { domains, groups }: Settings): Promise<void> => {
  await writeDomains(tx, tenantId, domains)
  await writeGroups(tx, tenantId, groups)
}

const profileNames = async (tx: Tx, tenantId: number): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select preset_id as id, preset_name as name from preset where tenant_id = ${tenantId}`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The changes, for the activity record; that of the secret without its value. */
export const listSignInChanges = async (
  tx: Tx,
  tenantId: number,
  before: Settings | undefined,
  after: Settings | undefined,
  isSecretNew: boolean,
): Promise<Record<string, [unknown, unknown]>> => {
  const profiles = await profileNames(tx, tenantId)
  const columns = (settings: Settings | undefined): Record<string, unknown> =>
    settings
      ? {
          provider_issuer: settings.issuer,
          provider_client: settings.clientId,
          provider_domains: settings.domains.toSorted(),
          provider_groups_claim: settings.groupsClaim,
          provider_groups: settings.groups.map(
            ({ group, presetId }) => `${group}: ${profiles.get(presetId) ?? presetId}`,
          ),
          provider_links_by_mail: settings.linksByMail,
          provider_forced: settings.forced,
        }
      : {}
  const [was, is] = [columns(before), columns(after)]
  const names = Object.keys({ ...was, ...is })
  const differing = names.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
  return {
    ...Object.fromEntries(differing.map((name) => [name, [was[name] ?? null, is[name] ?? null]])),
    ...(isSecretNew ? { provider_secret: [null, 'Otro'] } : {}),
  }
}
