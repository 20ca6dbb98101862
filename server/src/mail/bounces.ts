// Records bounces (RFC 3464): emails that a server accepted and later gave up. Any sender may write to the bounce
// address, so messages that do not report one of our emails are ignored. Only the last copy of an email can bounce.
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { asSystem, type Db } from '../db/client.ts'
import { count } from '../metrics/counters.ts'

export const BOUNCE_BYTES = 1_048_576
/** A whole returned message of ours has fewer. Parsing blocks the process, so longer ones are not parsed. */
const LINES_AT_MOST = 20_000
const PARSING = { forceRfc822Attachments: true, maxHeadersSize: 131_072, maxNestingDepth: 16 }
const LINE_END = 0x0a

/** `status` as in RFC 3463: 5.1.1. */
type BounceReport = { mailId: string; copy: number; status: string }

const OURS = /^<([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.([1-9]\d{0,5})@[^\s<>@]+>$/
const STATUS = /^[45]\.\d{1,3}\.\d{1,3}$/

type Part = Email['attachments'][number]
const textOf = ({ content }: Part): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1')

/** The headers of one block, unfolded, the first of each name. */
const fieldsOf = (block: string): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const line of block.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}
const blocksOf = (text: string): string[] =>
  text
    .replaceAll('\r', '')
    .trim()
    .split(/\n\s*\n/)

/** The status of the first failed recipient; a delayed one does not count. */
const givenUp = (parts: readonly Part[]): string | undefined => {
  const report = parts.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!report) return undefined
  const recipients = blocksOf(textOf(report)).map(fieldsOf)
  const failed = recipients.find((fields) => fields.get('action')?.toLowerCase() === 'failed')
  const status = failed?.get('status')?.split(/[\s(]/, 1)[0] ?? ''
  return STATUS.test(status) ? status : undefined
}

const RETURNED = new Set(['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global'])
const returnedId = (parts: readonly Part[]): RegExpExecArray | null => {
  const returned = parts.find(({ mimeType }) => RETURNED.has(mimeType))
  const [head = ''] = returned ? blocksOf(textOf(returned)) : []
  return OURS.exec(fieldsOf(head).get('message-id') ?? '')
}

const hasTooManyLines = (raw: Buffer): boolean => {
  let lines = 0
  for (let at = raw.indexOf(LINE_END); at >= 0 && lines <= LINES_AT_MOST; at = raw.indexOf(LINE_END, at + 1)) lines++
  return lines > LINES_AT_MOST
}

/** @returns undefined if it does not report that an email of ours was given up */
export const readBounce = async (raw: Buffer): Promise<BounceReport | undefined> => {
  if (raw.length > BOUNCE_BYTES || hasTooManyLines(raw)) return undefined
  const email = await PostalMime.parse(raw, PARSING).catch(() => undefined)
  const status = email && givenUp(email.attachments)
  const [, mailId, copy] = (email && status && returnedId(email.attachments)) || []
  return status && mailId ? { mailId, copy: Number(copy), status } : undefined
}

export type BounceOutcome = 'marked' | 'unknown' | 'foreign'

/** Replies to the program that posted the message. */
export const BOUNCE_WORDS: Readonly<Record<BounceOutcome, string>> = {
  marked: 'Anotado: el correo rebotó.',
  unknown: 'No cambió nada: no es un correo de esta instalación que espere entrega, o ya se había anotado.',
  foreign: 'No cambió nada: el mensaje no es un aviso de que un correo de Padrón no se pudo entregar.',
}

const countBounce = (outcome: BounceOutcome): BounceOutcome => {
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
      update mail
      set state = 'bounced', problem = ${`bounce ${status}`}, next_at = now()
      where mail_id = ${mailId} and copy = ${copy} and attempts > 0 and state in ('sent', 'sending', 'queued')`.execute(
      tx,
    )
    return numAffectedRows > 0n ? 'marked' : 'unknown'
  }).then(countBounce)
}
