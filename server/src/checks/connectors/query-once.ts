// A single query to a source, outside the engine: nothing is claimed, counted or stored.
import type { Db } from '../../db/client.ts'
import { asSystem } from '../../db/client.ts'
import { openClient } from '../engine/http-client.ts'
import { findingsWithAmounts, readUnitValues } from '../store/unit-amounts.ts'
import { type Connector, type Parsed, PortalTrouble, type RawAnswer, type Subject } from './connector.ts'

/** `accepted`: the source will answer later. */
export type OneAnswer = { answers: RawAnswer[]; parsed: Parsed; accepted: boolean }

const ZONES = { MX: 'America/Mexico_City', CO: 'America/Bogota' } as const
/** A source that answers later gets an address without a server: the test only shows whether it accepts the query. */
const NOWHERE = 'https://invalid.example/padron'

/** The connector's inputs that the subject lacks. */
export const missingIn = ({ inputs }: Connector, subject: Subject): readonly string[] =>
  inputs.filter((input) => input !== 'stateId' && !subject[input])

/** With the amounts that a check would store. */
const withAmounts = async (db: Db, parsed: Parsed): Promise<Parsed> => {
  if (!('findings' in parsed)) return parsed
  const values = await asSystem(db, readUnitValues)
  return { ...parsed, findings: findingsWithAmounts(parsed.findings, values) }
}

/** @param base the source's address @param credential decrypted */
export const queryOnce = async (
  db: Db,
  connector: Connector,
  subject: Subject,
  { base, credential }: { base: string; credential: string },
): Promise<OneAnswer> => {
  const httpClient = openClient(base, credential, AbortSignal.timeout(connector.deadlineMs), {
    callback: connector.webhook ? NOWHERE : '',
  })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONES[connector.country] }).format(new Date())
  try {
    const answers = await connector.fetch(subject, httpClient)
    const refused = connector.webhook?.refused(answers)
    if (connector.webhook) return { answers, parsed: refused ?? { outcome: 'ok', findings: [] }, accepted: !refused }
    return { answers, parsed: await withAmounts(db, connector.parse(answers, subject, today)), accepted: false }
  } catch (error) {
    if (!(error instanceof PortalTrouble)) throw error
    return { answers: [], parsed: { outcome: error.outcome, why: error.message }, accepted: false }
  }
}
