// The search parameters of the local mailbox: its page, and the open email.
import { z } from 'zod/mini'
import { searchNumber } from '../../lib/search-params.ts'

export const MAILBOX_TITLE = 'Buzón local'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const MailboxSearch = z.object({
  page: searchNumber(1, 100_000),
  correo: z.catch(z.optional(z.string().check(z.regex(UUID))), undefined),
})
