// Calls to set up channels. Addresses are written and never read: Slack's and Telegram's are secrets.
import {
  CHANNEL_TEXTS,
  CHANNEL_TRIALS_AN_HOUR,
  CHANNELS_AT_MOST,
  type Channel,
  channels as rows,
} from '@padron/contract/channels'
import type { NewsType } from '@padron/contract/news'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { ChannelOrigins } from '../../env/env.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { companyFacts } from '../../fleet/company.ts'
import type { Handlers } from '../../http/serve.ts'
import type { Secrets } from '../../secrets/sealing.ts'
import {
  type Address,
  chatOf,
  openAddress,
  readAddress,
  sealAddress,
  shownAddress,
  type WrittenAddress,
} from './address.ts'
import {
  countTrials,
  giveUpWaiting,
  type LockedChannel,
  lockChannel,
  lockChannels,
  readChannels,
  readDeliveries,
  type StoredChannel,
  writeTrial,
} from './channels.queries.ts'

export type ChannelOptions = { secrets: Secrets; origins: ChannelOrigins }

const CHANGED = 'El canal cambió en otra ventana; ábralo de nuevo.'
const SWITCHED_OFF = 'El canal se puso en pausa antes de enviarlo'
const NEEDED = (names: readonly string[]): string =>
  `Sin este canal no avisaría a nadie: ${names.map((name) => `«${name}»`).join(', ')}. Elija antes otro, o un correo.`
const TRIAL = {
  title: 'Prueba de Padrón',
  lines: ['Si lee este mensaje, el canal está listo para recibir avisos.'],
  item: 'Prueba de Padrón',
  path: '/channels',
}

const withChat = (stored: StoredChannel): Channel => ({ ...stored, ...chatOf(stored.kind, stored.shown) })

const one = async (tx: Tx, tenantId: number, channelId: number): Promise<Channel> => {
  const [found] = await readChannels(tx, tenantId, channelId)
  if (!found) throw notFound()
  return withChat(found)
}
const locked = async (tx: Tx, tenantId: number, channelId: number, removed = false): Promise<LockedChannel> => {
  const found = await lockChannel(tx, tenantId, channelId, removed)
  if (!found) throw notFound()
  return found
}

/** @param tx holds lockChannels, so that the limit holds */
const refuseMany = async (tx: Tx, tenantId: number): Promise<void> => {
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from channel where tenant_id = ${tenantId} and removed_at is null`.execute(tx)
  if ((counted[0]?.n ?? 0) >= CHANNELS_AT_MOST) throw refuse(422, CHANNEL_TEXTS.tooMany)
}
const refuseDuplicateName = (error: unknown): never => {
  if ((error as { constraint?: string }).constraint === 'channel_name')
    throw refuse(409, CHANNEL_TEXTS.nameInUse, 'name')
  throw error
}

type Written = WrittenAddress & {
  name: string
  quiet: Channel['quiet']
  events?: readonly NewsType[] | undefined
  active: boolean
}

export const channels = ({ secrets, origins }: ChannelOptions): Handlers<typeof rows> => {
  const goodAddress = (kind: Channel['kind'], written: Written, stored?: Address): Address => {
    const read = readAddress(kind, written, origins, stored)
    if ('fault' in read) throw refuse(422, read.fault, read.field)
    return read
  }
  const columnsOf = ({ name, quiet, events, active }: Written, address: Address, tenantId: number, userId: number) => ({
    channel_name: name.trim(),
    address: sealAddress(secrets, tenantId, address),
    shown_address: shownAddress(address),
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    ...(events && { events: sql<string[]>`${[...new Set(events)]}::text[]` }),
    active,
    user_id: userId,
  })
  return {
    list: async ({ session: { tenantId }, tx }) => ({
      channels: (await readChannels(tx, tenantId)).map(withChat),
      timeZone: (await companyFacts(tx, tenantId)).timeZone,
    }),

    create: async ({ body, session: { tenantId, userId }, tx }) => {
      const address = goodAddress(body.kind, body)
      await lockChannels(tx, tenantId)
      await refuseMany(tx, tenantId)
      const { channel_id } = await tx
        .insertInto('channel')
        .values({ ...columnsOf(body, address, tenantId, userId), tenant_id: tenantId, kind: body.kind })
        .returning('channel_id')
        .executeTakeFirstOrThrow()
        .catch(refuseDuplicateName)
      return one(tx, tenantId, channel_id)
    },

    edit: async ({ params: { channelId }, body: { version, ...written }, session: { tenantId, userId }, tx }) => {
      const before = await locked(tx, tenantId, channelId)
      const stored = openAddress(secrets, tenantId, before.address)
      const address = goodAddress(before.kind, written, stored)
      const isSame = JSON.stringify(stored) === JSON.stringify(address)
      const changed = await tx
        .updateTable('channel')
        .set({
          ...columnsOf(written, address, tenantId, userId),
          ...(isSame ? {} : { verified_at: null }),
          off_reason: null,
          failures: 0,
          failing_since: null,
          paused_until: null,
          row_version: version + 1,
        })
        .where('tenant_id', '=', tenantId)
        .where('channel_id', '=', channelId)
        .where('row_version', '=', version)
        .executeTakeFirst()
        .catch(refuseDuplicateName)
      if (changed.numUpdatedRows === 0n) throw refuse(409, CHANGED, 'version')
      if (!written.active) await giveUpWaiting(tx, tenantId, channelId, SWITCHED_OFF)
      return one(tx, tenantId, channelId)
    },

    remove: async ({ params: { channelId }, session: { tenantId }, tx, now }) => {
      await lockChannels(tx, tenantId)
      await locked(tx, tenantId, channelId)
      const { rows: needed } = await sql<{ name: string }>`
        select n.name
        from (
          select alert_name as name, tenant_id, channel_ids from alert where cardinality(mails) = 0
          union all
          select report_name, tenant_id, channel_ids from scheduled_report where cardinality(mails) = 0) n
        where n.tenant_id = ${tenantId} and ${channelId} = any(n.channel_ids)
          and not exists (
            select from channel c
            where c.tenant_id = n.tenant_id and c.channel_id = any(n.channel_ids) and c.channel_id <> ${channelId}
              and c.removed_at is null)
        order by 1`.execute(tx)
      if (needed.length > 0) throw refuse(409, NEEDED(needed.map(({ name }) => name)))
      // Only the channel deleted last can be restored; earlier ones are erased.
      await tx.deleteFrom('channel').where('tenant_id', '=', tenantId).where('removed_at', 'is not', null).execute()
      await tx
        .updateTable('channel')
        .set({ removed_at: now.toISOString() })
        .where('tenant_id', '=', tenantId)
        .where('channel_id', '=', channelId)
        .execute()
      // Each user chooses for themselves: reminders without another channel go by email instead of ending silently.
      await sql`
        update reminder_setting s
        set by_email = true
        where s.tenant_id = ${tenantId} and s.active and not s.by_email and ${channelId} = any(s.channel_ids)
          and not exists (
            select from channel c
            where c.tenant_id = s.tenant_id and c.channel_id = any(s.channel_ids) and c.removed_at is null)`.execute(tx)
      return { message: rows.remove.done }
    },

    restore: async ({ params: { channelId }, session: { tenantId }, tx }) => {
      await lockChannels(tx, tenantId)
      await locked(tx, tenantId, channelId, true)
      await refuseMany(tx, tenantId)
      await tx
        .updateTable('channel')
        .set({ removed_at: null })
        .where('tenant_id', '=', tenantId)
        .where('channel_id', '=', channelId)
        .execute()
        .catch(refuseDuplicateName)
      return one(tx, tenantId, channelId)
    },

    test: async ({ params: { channelId }, session: { tenantId }, tx }) => {
      await lockChannels(tx, tenantId)
      await locked(tx, tenantId, channelId)
      if ((await countTrials(tx, tenantId)) >= CHANNEL_TRIALS_AN_HOUR) throw refuse(429, CHANNEL_TEXTS.tooManyTrials)
      return { deliveryId: await writeTrial(tx, tenantId, channelId, TRIAL) }
    },

    deliveries: async ({ params: { channelId }, query: { before }, session: { tenantId }, tx }) => {
      await one(tx, tenantId, channelId)
      return readDeliveries(tx, tenantId, channelId, before)
    },
  }
}
