// The end of a run: one transaction records the result, publishes the file and queues the emails, if the item still
// belongs to this run. The requester gets the file only if their permissions still allow it.
import { RESULT_RETENTION_DAYS } from '@padron/contract/exports'
import { EMAILS_A_DAY } from '@padron/contract/queue'
import { sql } from 'kysely'
import { asTenant, type Tx } from '../db/client.ts'
import { emailsLeft, writeMails } from '../mail/outbox.ts'
import type { FailureEmail, JobItem, JobKind, JobResult, JobTools } from './job.ts'
import { readRequesterAccess } from './requester.ts'
import { PART_CHANGED, resultPath, seesAnotherPart } from './result-file.ts'

export type End = { error?: string; cancelled?: boolean; result?: JobResult }
/** Whether this run recorded the end, and whether its file is published. */
export type EndResult = { isRecorded: boolean; hasFile: boolean }

type Ending = { tools: JobTools; item: JobItem; runId: string; kind: JobKind | undefined }

/** Without the permission for the file the end is an error; what the run did stays, and its `onEnd` runs. */
const checkFileAccess = async (tx: Tx, { item, kind }: Ending, end: End): Promise<End> => {
  if (!end.result?.file || !kind) return end
  const { id, scope } = item.actor
  const { refused } = await readRequesterAccess(tx, item.tenantId, id, kind.needs, scope, kind.ofPart)
  if (refused !== undefined) return { error: refused }
  return (await seesAnotherPart(tx, item, id)) ? { error: PART_CHANGED } : end
}

type Email = Omit<FailureEmail, 'subject'> & { subject?: string }

/** The email about this end, if any. Work that was done is not reported as failed. */
const emailOf = async (
  tx: Tx,
  { kind, item }: Ending,
  { result, error }: End,
  wanted: End,
): Promise<Email | undefined> => {
  if (wanted.error !== undefined) return kind?.failureEmail?.(tx, item, wanted.error)
  if (error !== undefined) return undefined
  return result?.email ?? (result?.file ? { lines: [result.message] } : undefined)
}

/** The recipients, within the company's daily limit. */
const recipientsOf = async (tx: Tx, { tools, item }: Ending): Promise<string[]> => {
  if (!tools.mailbox.configured) return [...item.recipients]
  return item.recipients.slice(0, await emailsLeft(tx, item.tenantId))
}

const WORDS = {
  file: {
    sent: 'El enlace se envía',
    unsent: ' Este servidor no tiene correo configurado: descárguelo aquí.',
    instead: '; descárguelo aquí',
  },
  notice: {
    sent: 'El aviso se envía',
    unsent: ' Este servidor no tiene correo configurado: no se envió aviso.',
    instead: '',
  },
} as const

/** The sentence about the emails in the queue panel. */
const emailSentence = (
  { tools, item: { recipients } }: Ending,
  { result }: End,
  written: readonly string[],
): string => {
  if (recipients.length === 0) return ''
  const words = WORDS[result?.file ? 'file' : 'notice']
  if (!tools.mailbox.configured) return words.unsent
  const left = recipients.slice(written.length).join(', ')
  const sent = written.length > 0 ? ` ${words.sent} por correo a ${written.join(', ')}.` : ''
  return left === ''
    ? sent
    : `${sent} No se envía a ${left}: su empresa llegó a ${EMAILS_A_DAY} correos en 24 horas${words.instead}.`
}

const fileColumns = (file: JobResult['file']) =>
  file
    ? sql`, file_path = ${file.path}, file_name = ${file.name}, file_type = ${file.type}, file_size = ${file.size},
        file_sha256 = ${file.sha256}, file_roles = ${[...file.shapedBy]}::text[],
        file_until = now() + make_interval(days => ${RESULT_RETENTION_DAYS})`
    : sql``

type Written = { until: string | null; description: string }

const write = async (
  tx: Tx,
  { item, runId }: Ending,
  { error, cancelled = false, result }: End,
  message: string | null,
) => {
  const { rows } = await sql<Written>`
    update queue_item
    set finished_at = now(), success_message = ${message}, error_message = ${error ?? null},
      cancelled = ${cancelled}, doing = null, done = case
        when ${error === undefined && !cancelled} then total
        else done end
      ${fileColumns(result?.file)}
    where tenant_id = ${item.tenantId} and queue_item_id = ${item.itemId} and run_id = ${runId} and finished_at is null
    returning file_until as until, description`.execute(tx)
  return rows[0]
}

const fileNote =
  `El enlace abre el archivo durante ${RESULT_RETENTION_DAYS} días, sin iniciar sesión: compártalo solo con ` +
  'quien deba verlo.'

const emailRecipients = (
  tx: Tx,
  { tools: { mailbox }, item: { tenantId, itemId } }: Ending,
  recipients: readonly string[],
  { subject, lines, link: screen }: Email,
  { until, description }: Written,
): Promise<void> => {
  const link = until ? { text: 'Descargar el archivo', path: resultPath(tenantId, itemId), until } : screen
  const content = {
    subject: subject ?? `Padrón: ${description}`,
    lines: until ? [...lines, fileNote] : lines,
    ...(link ? { link } : {}),
  }
  return writeMails(tx, mailbox, { kind: 'result', subjectId: itemId, recipients, content })
}

export const endItem = (ending: Ending, wanted: End): Promise<EndResult> => {
  const { tools, item } = ending
  return asTenant(
    tools.db,
    item.tenantId,
    async (tx) => {
      const end = await checkFileAccess(tx, ending, wanted)
      const { result } = end
      const email = await emailOf(tx, ending, end, wanted)
      const recipients = email ? await recipientsOf(tx, ending) : []
      const message = result ? result.message + (email ? emailSentence(ending, end, recipients) : '') : null
      const row = await write(tx, ending, end, message)
      if (!row) return { isRecorded: false, hasFile: false }
      await wanted.result?.onEnd?.(tx)
      if (email) await emailRecipients(tx, ending, recipients, email, row)
      return { isRecorded: true, hasFile: result?.file !== undefined }
    },
    item.actor,
  )
}
