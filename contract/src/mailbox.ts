// The local mailbox of a demo company without a mail server: its emails as they would have been sent.
import { z } from 'zod/mini'
import { calls, get } from './call.ts'
import { Instant, Page } from './common.ts'

export const EMAILS_A_PAGE = 25

export const StoredEmail = z.object({
  mailId: z.string(),
  to: z.string(),
  subject: z.string(),
  dateTime: Instant,
  /** Number of its files. */
  files: z.int(),
})
export type StoredEmail = z.infer<typeof StoredEmail>

export const mailbox = calls('mailbox', {
  list: get('/api/v2/mailbox', {
    summary:
      'Los correos que esta instalación guarda en vez de enviar, los más recientes primero; solo para una empresa ' +
      'de demostración y sin servidor de correo.',
    needs: 'programReports_admin',
    query: z.strictObject({
      page: Page,
    }),
    reply: z.object({ total: z.int(), letters: z.array(StoredEmail) }),
    every: 30,
    fails: 'Error al obtener los datos',
  }),
  read: get('/api/v2/mailbox/:mailId', {
    summary: 'Un correo guardado: sus encabezados, su texto y su HTML, tal como saldrían.',
    needs: 'programReports_admin',
    params: z.object({ mailId: z.uuid('Identificador no válido') }),
    reply: z.object({
      headers: z.array(z.tuple([z.string(), z.string()])),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      files: z.array(
        z.object({ name: z.string(), size: z.int(), attached: z.boolean(), fileUrl: z.nullable(z.string()) }),
      ),
    }),
    fails: 'Error al obtener los datos',
  }),
})
