// Who saved a webhook, and whether they may still receive its events: checked at each delivery, and said in the list.
import { expandRoles, holdsExactly, rolesOf } from '@padron/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { needsOf } from '../../webhooks/write-webhook.ts'

export type WebhookOwner = {
  /** The owner's current permissions; null if the owner is inactive, or sees only a part of the fleet. */
  roleIds: number[] | null
  /** The scope of the token that saved it; null: it was saved without a token. */
  tokenScope: string[] | null
  /** The token or service account that saved it has ended. */
  hasEnded: boolean
}

/** The columns of a `WebhookOwner`. @param webhook a row with the webhook's tenant_id, user_id and token_id */
export const ownerSql = (webhook: RawBuilder<unknown>, moment: RawBuilder<unknown>) => sql`
  select coalesce(s.role_ids, u.role_ids || p.role_ids) as role_ids, t.scope as token_scope,
    (${webhook}.token_id is not null and t.token_id is null
      or x.user_id is not null and s.user_id is null) as has_ended
  from (select) one
  left join app_user u on u.tenant_id = ${webhook}.tenant_id and u.user_id = ${webhook}.user_id and u.active
    and u.vehicle_scope is null
  left join app_user x on x.tenant_id = ${webhook}.tenant_id and x.user_id = ${webhook}.user_id and x.is_service
  left join service_account s on s.tenant_id = x.tenant_id and s.user_id = x.user_id and s.revoked_at is null
    and s.expires_at > ${moment}
  left join personal_token t on t.tenant_id = ${webhook}.tenant_id and t.token_id = ${webhook}.token_id
    and t.revoked_at is null and t.expires_at > ${moment}
  left join preset p on p.tenant_id = u.tenant_id and p.preset_id = u.preset_id`

const NO_PERMISSION = 'Quien guardó el webhook ya no tiene permiso de ver esto; guárdelo alguien que lo tenga'
const ENDED = 'El token o la cuenta de servicio con que se guardó el webhook terminó; guárdelo quien siga'
const NOT_ALL =
  'No se envía todo: quien guardó el webhook ya no tiene permiso de ver algunos de sus eventos; guárdelo alguien ' +
  'que lo tenga'

const mayReceive = ({ roleIds, tokenScope }: WebhookOwner, event: string): boolean => {
  if (!roleIds) return false
  const needs = needsOf(event)
  const heldRoles = expandRoles(rolesOf(roleIds).map(({ name }) => name))
  return (
    needs === undefined ||
    holdsExactly(new Set(tokenScope ? heldRoles.filter((role) => tokenScope.includes(role)) : heldRoles), needs)
  )
}

/** Why the owner may not receive an event. */
export const ownerObstacle = (owner: WebhookOwner, event: string): string | undefined => {
  if (owner.hasEnded) return ENDED
  return mayReceive(owner, event) ? undefined : NO_PERMISSION
}

/** Why a webhook sends nothing, or not all of its events; null: it sends them. */
export const blockedReasonOf = (owner: WebhookOwner, events: readonly string[]): string | null => {
  const obstacles = events.flatMap((event) => ownerObstacle(owner, event) ?? [])
  const [first] = obstacles
  if (first === undefined) return null
  return obstacles.length < events.length ? NOT_ALL : first
}
