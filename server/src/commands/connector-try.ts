// The query of `padron connector try`, with the installation's settings or given ones.
import { text } from 'node:stream/consumers'
import type { Connector, Subject } from '../checks/connectors/connector.ts'
import { missingIn, type OneAnswer, queryOnce } from '../checks/connectors/query-once.ts'
import { closeHttpClient } from '../checks/engine/http-client.ts'
import { readCredential } from '../checks/portals/accounts.ts'
import { credentialOpener } from '../checks/portals/credentials.ts'
import { asSystem, type Db } from '../db/client.ts'
import { readEnv } from '../env/env.ts'
import { allowPrivateAddresses } from '../outgoing/agent.ts'
import { readSecrets } from '../secrets/secret-file.ts'

export type TryOptions = {
  plate: string
  vin?: string
  tax?: string
  state?: string
  url?: string
  credentialStdin?: true
}
/**
 * `withAccount`: the query used the portal's own address and the installation's account, and the portal is not
 * simulated.
 */
export type Tried = OneAnswer & { withAccount: boolean }

const subjectOf = ({ plate, vin = '', tax, state = '0' }: TryOptions): Subject => {
  const stateId = Number(state)
  if (!Number.isInteger(stateId)) throw new Error('La entidad es un número.')
  return { plate, vin, stateId, taxIdentifier: tax ?? null }
}

const clientSettings = async (db: Db, portal: string, { url, credentialStdin }: TryOptions) => {
  const { row, own } = await asSystem(db, async (tx) => ({
    row: await tx
      .selectFrom('portal')
      .select(['base_url', 'simulated'])
      .where('portal_key', '=', portal)
      .executeTakeFirst(),
    own: await readCredential(tx, portal),
  }))
  const base = url ?? row?.base_url
  if (!base)
    throw new Error(`El portal ${portal} no tiene dirección: diga --url, o padron portal set ${portal} --url …`)
  if (!/^https?:\/\/[^\s/]+/.test(base)) throw new Error('Debe ser una dirección http o https.')
  const withAccount = url === undefined && row?.simulated === false
  if (credentialStdin) return { base, withAccount, credential: (await text(process.stdin)).replace(/\r?\n$/, '') }
  const stored = url === undefined ? own.stored : '' // a stored credential is sent only to its portal's own address
  return { base, withAccount, credential: stored && credentialOpener(await readSecrets(readEnv()))(own.owner, stored) }
}

export const tryOnce = async (db: Db, connector: Connector, options: TryOptions): Promise<Tried> => {
  const subject = subjectOf(options)
  const missing = missingIn(connector, subject)
  if (missing.length > 0)
    throw new Error(`El conector necesita ${missing.join(', ')}: dígalo con --plate, --vin o --tax.`)
  const { withAccount, ...source } = await clientSettings(db, connector.portal, options)
  allowPrivateAddresses(readEnv().privateSources)
  try {
    return { ...(await queryOnce(db, connector, subject, source)), withAccount }
  } finally {
    await closeHttpClient()
  }
}
