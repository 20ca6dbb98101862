// One question to a source, outside the engine: nothing is claimed, counted or stored.
import { text } from 'node:stream/consumers'
import {
  type Connector,
  type Parsed,
  PortalTrouble,
  type RawAnswer,
  type Subject,
} from '../checks/connectors/connector.ts'
import { allowPrivateSources, closeHttpClient, openClient } from '../checks/engine/http-client.ts'
import { readCredential } from '../checks/portals/accounts.ts'
import { credentialOpener } from '../checks/portals/credentials.ts'
import { readSecrets } from '../checks/portals/secret-file.ts'
import { findingsWithAmounts, readUnitValues } from '../checks/store/unit-amounts.ts'
import { asSystem, type Db } from '../db/client.ts'
import { readEnv } from '../env.ts'

export type TryOptions = {
  plate: string
  vin?: string
  tax?: string
  state?: string
  url?: string
  credentialStdin?: true
}
export type Tried = {
  answers: RawAnswer[]
  parsed: Parsed
  accepted: boolean
  /** The portal's own address was asked with the installation's account, and it is not a simulated one. */
  withAccount: boolean
}

const ZONES = { MX: 'America/Mexico_City', CO: 'America/Bogota' } as const
/** A source that answers later is given an address where nobody listens: it is only seen whether it accepts. */
const NOWHERE = 'https://invalid.example/padron'

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
  const stored = url === undefined ? own.stored : '' // a stored credential goes to its own address only
  return { base, withAccount, credential: stored && credentialOpener(await readSecrets(readEnv()))(own.owner, stored) }
}

const missingIn = ({ inputs }: Connector, subject: Subject): string[] =>
  inputs.filter((input) => input !== 'stateId' && !subject[input])

/** As a check would store it. */
const withAmounts = async (db: Db, parsed: Parsed): Promise<Parsed> => {
  if (!('findings' in parsed)) return parsed
  const values = await asSystem(db, readUnitValues)
  return { ...parsed, findings: findingsWithAmounts(parsed.findings, values) }
}

export const tryOnce = async (db: Db, connector: Connector, options: TryOptions): Promise<Tried> => {
  const subject = subjectOf(options)
  const missing = missingIn(connector, subject)
  if (missing.length > 0)
    throw new Error(`El conector necesita ${missing.join(', ')}: dígalo con --plate, --vin o --tax.`)
  const { base, credential, withAccount } = await clientSettings(db, connector.portal, options)
  allowPrivateSources(readEnv().privateSources)
  const httpClient = openClient(base, credential, AbortSignal.timeout(connector.deadlineMs), {
    callback: connector.webhook ? NOWHERE : '',
  })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONES[connector.country] }).format(new Date())
  try {
    const answers = await connector.fetch(subject, httpClient)
    const refused = connector.webhook?.refused(answers)
    if (connector.webhook)
      return { answers, parsed: refused ?? { outcome: 'ok', findings: [] }, accepted: !refused, withAccount }
    const parsed = await withAmounts(db, connector.parse(answers, subject, today))
    return { answers, parsed, accepted: false, withAccount }
  } catch (error) {
    if (!(error instanceof PortalTrouble)) throw error
    return { answers: [], parsed: { outcome: error.outcome, why: error.message }, accepted: false, withAccount }
  } finally {
    await closeHttpClient()
  }
}
