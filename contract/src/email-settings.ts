// The branding of the company's emails and the recipients of the tracking report (spec bulk §2, §3, §4, §5, §7).
import { z } from 'zod/mini'
import { calls, get, post, put } from './call.ts'
import { isEmailOrEmptyFormat, text, Version } from './common.ts'
import { isMail } from './exports.ts'
import { ReportMails } from './reports/definition.ts'

/** Body, footer and contact. */
export const EMAIL_TEXT_MAX = 1_000
export const EMAIL_TEXT_LIMIT = 'Limite de caracteres excedido'
export const LOGO_BYTES = 10_000_000
/** The body limit of the call that sends it in base64 with its texts. */
export const LOGO_BODY_BYTES = 14_000_000
export const LOGO_REFUSED = 'Solo se permite un archivo .jpeg o .png'
/** The content id of the image attached to an email. */
export const LOGO_CID = 'logo@padron'
export const LOGO_SOURCE = `cid:${LOGO_CID}`
/** Maximum side of an accepted logo, in pixels. */
export const LOGO_PIXELS = 8_000

export const SOCIAL_LINKS = [
  { network: 'facebook', name: 'Facebook', host: 'https://www.facebook.com' },
  { network: 'twitter', name: 'Twitter', host: 'https://www.twitter.com' },
  { network: 'linkedin', name: 'LinkedIn', host: 'https://www.linkedin.com' },
  { network: 'instagram', name: 'Instagram', host: 'https://www.instagram.com' },
] as const
type SocialNetwork = (typeof SOCIAL_LINKS)[number]['network']
export const socialRefused = (host: string): string => `Direccion invalida, ejemplo: ${host}`
/** Optionally a port and a path; no credentials. */
const ADDRESS = /^(?:https?|ftp):\/\/([^\s/?#:@"'<>\\]{1,253})(?::\d{1,5})?(?:[/?#][^\s"'<>\\]*)?$/iu
const HOST_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u
const TOP_LABEL = /^\p{L}{2,63}$/u
/** Empty, or an http, https or ftp address with a dot in its host. */
export const isSocialLink = (typed: string): boolean => {
  const trimmed = typed.trim()
  if (trimmed === '') return true
  const labels = ADDRESS.exec(trimmed)?.[1]?.split('.') ?? []
  return labels.length > 1 && TOP_LABEL.test(labels.at(-1) ?? '') && labels.every((label) => HOST_LABEL.test(label))
}

/**
 * Parses the tracking recipients as typed: ignores spaces and empty entries.
 * @returns undefined if one is invalid or there is none
 */
export const readTrackingMails = (typed: string): string[] | undefined => {
  const mails = [...new Set(typed.replace(/\s/g, '').split(',').filter(Boolean))]
  return mails.length > 0 && mails.every(isMail) ? mails : undefined
}
export const TRACKING_HELP = 'Debe ser una lista de correos electrónicos ({email}), separados por comas.'

export const EmailSettings = z.object({
  active: z.boolean(),
  activeTrackingReports: z.boolean(),
  /** Recipients of the tracking report. */
  emails: z.array(z.string()),
  /** The text before each report. */
  header: z.string(),
  footer: z.string(),
  contactFooter: z.string(),
  /** The reply-to address; empty: none. The sender is the installation's. */
  fromEmail: z.string(),
  logoUrl: z.string(),
  /** Whether the logo is the company's own for emails, not the console's or the product's. */
  ownLogo: z.boolean(),
  facebook: z.string(),
  twitter: z.string(),
  linkedin: z.string(),
  instagram: z.string(),
  version: z.int(),
})
export type EmailSettings = z.infer<typeof EmailSettings>

const emailText = text(EMAIL_TEXT_MAX)
const social = Object.fromEntries(
  SOCIAL_LINKS.map(({ network, host }) => [
    network,
    z._default(text(300).check(z.refine(isSocialLink, socialRefused(host))), ''),
  ]),
) as Record<SocialNetwork, z.ZodMiniDefault<z.ZodMiniString>>

const Reply = z.object({ emailSettings: EmailSettings })

export const emailSettings = calls('emailSettings', {
  read: get('/api/v2/emailSettings', {
    summary: 'Los ajustes de los correos de la empresa.',
    needs: 'programReports_read',
    reply: Reply,
    fails: 'Error obteniendo la configuración de los reportes programados.',
  }),
  save: post('/api/v2/emailSettings', {
    summary: 'Guarda los ajustes de los correos; el logotipo viaja en base64 y se vuelve a codificar.',
    needs: 'programReports_admin',
    person: true,
    bodyBytes: LOGO_BODY_BYTES,
    body: z.strictObject({
      active: z.boolean(),
      header: emailText,
      footer: emailText,
      contactFooter: emailText,
      fromEmail: z._default(
        text(254).check(
          z.refine((typed) => typed.trim() === '' || isMail(typed.trim()), 'Correo electrónico inválido'),
          isEmailOrEmptyFormat,
        ),
        '',
      ),
      ...social,
      /** A new logo; absent or null: keeps the current one. */
      imageB64: z.optional(z.nullable(text(Math.ceil(LOGO_BYTES / 3) * 4 + 100))),
      /** Including the dot. */
      imageFormat: z.optional(z.nullable(text(10))),
      /** Removes the company's own logo for emails. */
      removeLogo: z.optional(z.boolean()),
      version: z.optional(Version),
    }),
    reply: Reply,
    opens: true,
    touches: ['emailSettings.read', 'reports.list', 'activity.list'],
    done: 'Cambios guardados correctamente',
    fails: 'Error al guardar la configurción',
  }),
  sample: post('/api/v2/emailSettings/sample', {
    summary: 'Un correo de ejemplo con los textos que se están escribiendo; no se guarda ni se envía nada.',
    needs: 'programReports_read',
    reads: true,
    body: z.strictObject({
      header: emailText,
      footer: emailText,
      contactFooter: emailText,
      fromEmail: z._default(text(254), ''),
      ...social,
      /**
       * `new`: the email refers to `LOGO_SOURCE` instead of the new logo; `none`: as if there were no logo for emails.
       */
      logo: z._default(z.enum(['stored', 'new', 'none']), 'stored'),
    }),
    reply: z.object({ html: z.string() }),
    fails: 'No se pudo preparar la muestra',
  }),
  tracking: put('/api/v2/emailSettings/trackingReport', {
    summary: 'Activa o pone en pausa el reporte de seguimiento; al activarlo lleva a quién va.',
    needs: 'programReports_admin',
    person: true,
    body: z.strictObject({ active: z.boolean(), emails: z.optional(ReportMails) }).check(
      z.refine(({ active, emails }) => !active || emails !== undefined, {
        error: 'Escriba al menos un correo',
        path: ['emails'],
      }),
    ),
    reply: Reply,
    touches: ['emailSettings.read', 'activity.list'],
    done: 'Cambios guardados correctamente',
    fails: 'Error al guardar la configurción',
  }),
})
