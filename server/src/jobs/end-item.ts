// The end of a run: one transaction writes what came of it, gives out the file and queues the letters, if the item is
// still this run's and whoever ordered it may still have what it made.
import { RESULT_KEPT_DAYS } from '@padron/contract/exports'
import { EMAILS_A_DAY } from '@padron/contract/queue'
import { sql } from 'kysely'
import { asTenant, type Tx } from '../db/client.ts'
import { emailsLeft, writeMails } from '../mail/outbox.ts'
import type { FailureLetter, JobItem, JobKind, JobResult, JobTools } from './job.ts'
import { standingOf } from './orderer.ts'
import { resultPath } from './result-file.ts'

export type End = { error?: string; cancelled?: boolean; result?: JobResult }
/** Whether the end was this run's to write, and whether its file is kept. */
export type Ended = { mine: boolean; kept: boolean }

type Ending = { tools: JobTools; item: JobItem; runId: string; kind: JobKind | undefined }

/** A file is for whoever may have it now; what else was done has been done. */
const asItMayBe = async (tx: Tx, { item, kind }: Ending, how: End): Promise<End> => {
  if (!how.result?.file || !kind) return how
  const { refused } = await standingOf(tx, item.tenantId, item.actor.id, kind.needs, item.actor.scope)
  return refused === undefined ? how : { error: refused }
}

type Letter = Omit<FailureLetter, 'subject'> & { subject?: string }

/** What is written of this end; undefined: nobody is written to. Work that was done is not said to have failed. */
const letterOf = async (
  tx: Tx,
  { kind, item }: Ending,
  { result, error }: End,
  wanted: End,
): Promise<Letter | undefined> => {
  if (wanted.error !== undefined) return kind?.failureLetter?.(tx, item, wanted.error)
  if (error !== undefined) return undefined
  return result?.letter ?? (result?.file ? { lines: [result.message] } : undefined)
}

/** Who is written to, as far as the day's letters go. */
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

/** What the panel says of the letters. */
const mailWords = ({ tools, item: { recipients } }: Ending, { result }: End, written: readonly string[]): string => {
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
        file_sha256 = ${file.sha256}, file_roles = ${[...file.shapedBy]}::text[], file_until = now() + make_interval(days => ${RESULT_KEPT_DAYS})`
    : sql``

type Written = { until: string | null; description: string }

const write = async (
  tx: Tx,
  { item, runId }: Ending,
  { error, cancelled = false, result }: End,
  message: string | null,
) => {
  const { rows } = await sql<Written>`
    update queue_item set finished_at = now(), success_message = ${message}, error_message = ${error ?? null},
      cancelled = ${cancelled}, doing = null, done = case
        when ${error === undefined && !cancelled} then total
        else done end
      ${fileColumns(result?.file)}
    where tenant_id = ${item.tenantId} and queue_item_id = ${item.itemId} and run_id = ${runId} and finished_at is null
    returning file_until as until, description`.execute(tx)
  return rows[0]
}

const fileNote =
  `El enlace abre el archivo durante ${RESULT_KEPT_DAYS} días, sin iniciar sesión: compártalo solo con ` +
  'quien deba verlo.'

const tellRecipients = (
  tx: Tx,
  { tools: { mailbox }, item: { tenantId, itemId } }: Ending,
  recipients: readonly string[],
  { subject, lines, link: screen }: Letter,
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

export const endItem = (ending: Ending, wanted: End): Promise<Ended> => {
  const { tools, item } = ending
  return asTenant(
    tools.db,
    item.tenantId,
    async (tx) => {
      const how = await asItMayBe(tx, ending, wanted)
      const { result } = how
      const letter = await letterOf(tx, ending, how, wanted)
      const recipients = letter ? await recipientsOf(tx, ending) : []
      const message = result ? result.message + (letter ? mailWords(ending, how, recipients) : '') : null
      const row = await write(tx, ending, how, message)
      if (!row) return { mine: false, kept: false }
      await result?.also?.(tx)
      if (letter) await tellRecipients(tx, ending, recipients, letter, row)
      return { mine: true, kept: result?.file !== undefined }
    },
    item.actor,
  )
}
