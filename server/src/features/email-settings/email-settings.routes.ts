// The email settings: texts and branding of the company's emails, the master switch of scheduled emails, and the
// recipients of the tracking report.
import { createHash } from 'node:crypto'
import type { Input } from '@padron/contract/call'
import type { emailSettings as rows } from '@padron/contract/email-settings'
import { asTenant, type Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import { type Logo, readLogo } from '../../files/logo.ts'
import { uploadLimiter } from '../../http/overload/upload-limiter.ts'
import { actorOf, type Handlers, type Kit } from '../../http/serve.ts'
import { rescheduleAll } from '../reports/definitions/reschedule.ts'
import { sampleOf } from './sample.ts'
import { type Changed, lockSettings, readSettings, removeLogo, writeLogo, writeSettings } from './settings.queries.ts'

type Body = Input<typeof rows.save>['body']

const STALE = 'Otra persona cambió los ajustes de correo mientras usted los editaba.'

/** Texts without spaces at their ends. */
const toRow = (body: Body): Changed => ({
  active: body.active,
  header: body.header.trim(),
  footer: body.footer.trim(),
  contact_footer: body.contactFooter.trim(),
  from_email: body.fromEmail.trim(),
  facebook: body.facebook.trim(),
  twitter: body.twitter.trim(),
  linkedin: body.linkedin.trim(),
  instagram: body.instagram.trim(),
})

const addressOf = (tenantId: number, { image }: Logo): string =>
  createHash('sha256').update(`mail ${tenantId} `).update(image).digest('hex')

type Saving = { tenantId: number; body: Body; logo: Logo | undefined; kit: Kit; now: Date }

const save = async (tx: Tx, { tenantId, body, logo, kit, now }: Saving): Promise<void> => {
  await lockSettings(tx, tenantId)
  const before = await readSettings(tx, tenantId, kit.place)
  if (body.version !== undefined && body.version !== before.version) throw refuse(409, STALE, 'version')
  await writeSettings(tx, tenantId, toRow(body))
  if (logo) await writeLogo(tx, tenantId, addressOf(tenantId, logo), logo)
  else if (body.removeLogo) await removeLogo(tx, tenantId)
  if (body.active && !before.active) await rescheduleAll(tx, tenantId, now)
}

export const emailSettings: Handlers<typeof rows> = {
  read: async ({ kit, session: { tenantId }, tx }) => ({ emailSettings: await readSettings(tx, tenantId, kit.place) }),

  save: async ({ body, session, request, kit, now }) => {
    const { tenantId } = session
    const { imageB64, imageFormat } = body
    // Images of a company are processed one after another, without holding a database connection.
    const logo = imageB64 ? await uploadLimiter.run(request, () => readLogo(imageB64, imageFormat ?? '')) : undefined
    return asTenant(
      kit.db,
      tenantId,
      async (tx) => {
        await save(tx, { tenantId, body, logo, kit, now })
        return { emailSettings: await readSettings(tx, tenantId, kit.place) }
      },
      actorOf(request, session),
    )
  },

  sample: ({ body, session, tx }) => sampleOf(tx, session, body),

  tracking: async ({ body: { active, emails }, kit, session: { tenantId }, tx }) => {
    await lockSettings(tx, tenantId)
    await writeSettings(tx, tenantId, { tracking: active, ...(active && emails ? { tracking_mails: emails } : {}) })
    return { emailSettings: await readSettings(tx, tenantId, kit.place) }
  },
}
