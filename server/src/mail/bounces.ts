// Records bounces: emails that their server accepted and later gave up. Only the copy sent last can bounce.
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import { count } from '../metrics/counters.ts'
import { readBounce } from './bounce-report.ts'

export type BounceOutcome = 'marked' | 'unknown' | 'foreign'

/** Messages for whoever posted it. */
export const BOUNCE_WORDS: Readonly<Record<BounceOutcome, string>> = {
  marked: 'Anotado: el correo rebotó.',
  unknown: 'No cambió nada: no es un correo de esta instalación que espere entrega, o ya se había anotado.',
  foreign: 'No cambió nada: el mensaje no es un aviso de que un correo de Padrón no se pudo entregar.',
}

const counted = (outcome: BounceOutcome): BounceOutcome => {
  if (outcome === 'marked') count.bounced()
  return outcome
}

/** Idempotent. */
export const recordBounce = async (db: Db, raw: Buffer): Promise<BounceOutcome> => {
  const report = await readBounce(raw)
  if (!report) return 'foreign'
  const { mailId, copy, status } = report
  return asSystem(db, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update mail set state = 'bounced', problem = ${`bounce ${status}`}, next_at = now()
      where mail_id = ${mailId} and copy = ${copy} and attempts > 0 and state in ('sent', 'sending', 'queued')`.execute(
      tx,
    )
    return numAffectedRows > 0n ? 'marked' : 'unknown'
  }).then(counted)
}
