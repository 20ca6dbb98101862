// The settings of the sign-in by the company's identity provider. Whoever sets the provider decides who signs in as
// whom, so only users with every permission may do it. Only a user who signed in with the provider can make it the only
// way to sign in.
import { COMPANY_FAULTS, companySignIn as rows, SIGN_IN_TEXTS } from '@padron/contract/company-sign-in'
import { PERMISSIONS } from '@padron/contract/permissions'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { HttpProblem, refuse } from '../../errors/http-problem.ts'
import type { AppContext } from '../../feature.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { covers } from '../../identity/accounts/levels.ts'
import { redirectUrlOf } from '../../identity/company-sign-in/callback.ts'
import { providerOwner, startSignIn } from '../../identity/company-sign-in/company-sign-in.ts'
import { CompanySignInError } from '../../identity/company-sign-in/identity-provider.ts'
import { hasFactor } from '../../identity/second-factor/second-factor.ts'
import { writeCookie } from '../../identity/sign-in-cookie.ts'
import { readPublicUrl } from '../../outgoing/public-url.ts'
import { seal } from '../../secrets/sealing.ts'
import { isPublicMailDomain } from './public-mail-domains.ts'
import {
  listSignInChanges,
  type Settings,
  type StoredSettings,
  storedSettings,
  wasTried,
  writeLists,
} from './sign-in.queries.ts'

type Context = Pick<AppContext, 'webhooks' | 'place' | 'publicUrl' | 'provider'>

/** @throws HttpProblem */
export const needAll = ({ roles }: Session): void => {
  if (!covers(roles, PERMISSIONS)) throw refuse(403, SIGN_IN_TEXTS.needsAll)
}

const METADATA = /\/\.well-known\/openid-configuration\/?$/

/** @returns the address as typed, because it is compared with the issuer that the provider reports */
const readIssuer = (typed: string, privateAddresses: boolean): string => {
  const text = typed.trim().replace(METADATA, '')
  const read = readPublicUrl(text, privateAddresses)
  if (read.fault) throw refuse(422, SIGN_IN_TEXTS[read.fault === 'url' ? 'issuer' : read.fault], 'issuer')
  if (/[?#]/.test(text)) throw refuse(422, SIGN_IN_TEXTS.query, 'issuer')
  return text
}

const checkLists = async (tx: Tx, tenantId: number, { domains, groups }: Settings): Promise<void> => {
  const open = domains.findIndex(isPublicMailDomain)
  if (open >= 0) throw refuse(422, `${domains[open]}: ${SIGN_IN_TEXTS.publicDomain}`, `domains.${open}`)
  const names = groups.map(({ group }) => group)
  const twice = names.findIndex((name, i) => names.indexOf(name) !== i)
  if (twice >= 0) throw refuse(422, SIGN_IN_TEXTS.twice, `groups.${twice}.group`)
  const { rows: known } = await sql<{ id: number }>`
    select preset_id as id from preset where tenant_id = ${tenantId} for share`.execute(tx)
  const missing = groups.findIndex(({ presetId }) => !known.some(({ id }) => id === presetId))
  if (missing >= 0) throw refuse(422, SIGN_IN_TEXTS.profile, `groups.${missing}.presetId`)
}

const needTrial = async (tx: Tx, session: Session, issuer: string, before: StoredSettings | undefined) => {
  const isSame = before?.issuer === issuer
  if (!isSame || !(await wasTried(tx, session, before))) throw refuse(409, SIGN_IN_TEXTS.untried, 'forced')
}

/** The main account is the only one that can still sign in with a password, so it needs a second factor. */
const needMainFactor = async (tx: Tx, tenantId: number): Promise<void> => {
  if (!(await hasFactor(tx, { tenantId, userId: tenantId }))) throw refuse(409, SIGN_IN_TEXTS.mainFactor, 'forced')
}

export const recordCompanyChange = async (
  tx: Tx,
  { tenantId, companyName }: Session,
  changes: object,
): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  await sql`
    select record_activity(${tenantId}, 'company', ${tenantId}, ${companyName}, 'update',
      ${JSON.stringify(changes)}::jsonb)`.execute(tx)
}

const changed = () => refuse(409, SIGN_IN_TEXTS.changed, 'version')

export const signIn = ({ webhooks, place, publicUrl, provider }: Context): Handlers<typeof rows> => ({
  read: async ({ session, tx, request }) => {
    needAll(session)
    const stored = await storedSettings(tx, session.tenantId)
    const redirectUrl = redirectUrlOf(request, { place, publicUrl })
    if (!stored) return { provider: null, redirectUrl, triedAt: null }
    const { sealed: _, savedAt: __, ...settings } = stored
    return { provider: settings, redirectUrl, triedAt: await wasTried(tx, session, stored) }
  },

  save: async ({ body, session, tx }) => {
    needAll(session)
    const { tenantId } = session
    const issuer = readIssuer(body.issuer, webhooks.privateAddresses)
    const settings: Settings = {
      issuer,
      clientId: body.clientId.trim(),
      domains: [...new Set(body.domains)],
      groupsClaim: body.groupsClaim.trim(),
      groups: body.groups.map(({ group, presetId }) => ({ group: group.trim(), presetId })),
      linksByMail: body.linksByMail,
      forced: body.forced,
    }
    const before = await storedSettings(tx, tenantId, true)
    if (before?.version !== body.version) throw changed()
    await checkLists(tx, tenantId, settings)
    const isOther = before?.issuer !== issuer || before.clientId !== settings.clientId
    if (isOther && !body.clientSecret) throw refuse(422, SIGN_IN_TEXTS.secret, 'clientSecret')
    const isUntried = isOther || Boolean(body.clientSecret)
    if (settings.forced) await needTrial(tx, session, issuer, isUntried ? undefined : before)
    if (settings.forced && !before?.forced) await needMainFactor(tx, tenantId)
    const sealed = body.clientSecret
      ? seal(webhooks.secrets, providerOwner(tenantId), body.clientSecret)
      : (before?.sealed ?? '')
    const { numAffectedRows } = await sql`
      insert into company_idp as i
        (tenant_id, issuer, client_id, client_secret, groups_claim, links_by_mail, forced)
      values (${tenantId}, ${issuer}, ${settings.clientId}, ${sealed}, ${settings.groupsClaim},
        ${settings.linksByMail}, ${settings.forced})
      on conflict (tenant_id) do update set
        issuer = excluded.issuer,
        client_id = excluded.client_id,
        client_secret = excluded.client_secret,
        groups_claim = excluded.groups_claim,
        links_by_mail = excluded.links_by_mail,
        forced = excluded.forced,
        saved_at = case when ${isUntried} then now() else i.saved_at end,
        row_version = i.row_version + 1
      where i.row_version = ${body.version ?? 0}`.execute(tx)
    if (numAffectedRows === 0n) throw changed()
    await writeLists(tx, tenantId, settings)
    await recordCompanyChange(
      tx,
      session,
      await listSignInChanges(tx, tenantId, before, settings, Boolean(body.clientSecret)),
    )
    return { message: rows.save.done }
  },

  remove: async ({ session, tx }) => {
    needAll(session)
    const { tenantId } = session
    const before = await storedSettings(tx, tenantId, true)
    if (!before) throw refuse(409, SIGN_IN_TEXTS.none)
    const changes = await listSignInChanges(tx, tenantId, before, undefined, false)
    await sql`delete from company_idp where tenant_id = ${tenantId}`.execute(tx)
    await recordCompanyChange(tx, session, changes)
    return { message: rows.remove.done }
  },

  attempt: async ({ session, kit, request, reply }) => {
    needAll(session)
    const { tenantId, userId } = session
    const tools = { db: kit.db, secrets: webhooks.secrets, provider }
    const redirectUrl = redirectUrlOf(request, { place, publicUrl })
    const started = await startSignIn(tools, { tenantId, redirectUrl, trialOf: userId }).catch((error: unknown) => {
      if (!(error instanceof CompanySignInError)) throw error
      const text = error.fault === 'unknown' ? SIGN_IN_TEXTS.none : COMPANY_FAULTS[error.fault]
      throw new HttpProblem(409, text)
    })
    writeCookie(reply, redirectUrl, started.cookie)
    return { address: started.address }
  },
})
