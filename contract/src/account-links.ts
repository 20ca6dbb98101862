// Links by email to choose a password: an invitation, or the recovery of a forgotten password. These calls need no
// session. The link's code is sent in the body, so that a program that only opens the address does not use it up.
import { z } from 'zod/mini'
import { calls, post } from './call.ts'
import { Done, Instant, SealedPassword, text } from './common.ts'

/** How long a link may be used. */
export const LINK_MINUTES = 30
/** The longest email address, by RFC 5321. */
const ADDRESS_AT_MOST = 254
/** A place's name, a dot, and 43 characters; longer codes are unknown like any other. */
const Code = text(100)

export const LINK_PURPOSES = ['invitation', 'recovery'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
/** Why a link is not accepted. */
const LINK_ENDS = ['expired', 'used', 'replaced', 'unknown'] as const
export type LinkEnd = (typeof LINK_ENDS)[number]

export const LINK_TEXTS: Readonly<Record<LinkEnd, string>> = {
  expired: `Este enlace venció: sirve ${LINK_MINUTES} minutos desde que se envía.`,
  used: 'Este enlace ya se usó: sirve una sola vez.',
  replaced: 'Este enlace ya no sirve: se envió otro más reciente, o los datos del usuario cambiaron.',
  unknown: 'Este enlace no se reconoce. Ábralo desde el correo, completo.',
}
/** The same reply for every request and caller, so that it does not reveal which users exist. */
export const RECOVERY_SENT =
  'Si los datos corresponden a una cuenta activa con correo, en unos minutos llegará un enlace para elegir otra ' +
  'contraseña.'
export const NO_MAIL_HERE =
  'Esta instalación no envía correos: pida a su administrador que le restablezca la contraseña.'
export const NAME_THE_USER = 'Escriba su nombre de usuario, no su correo.'

export const accountLinks = calls('accountLinks', {
  request: post('/api/v2/account-links/recovery', {
    summary: 'Pide por correo un enlace para elegir otra contraseña; contesta lo mismo exista o no la cuenta.',
    needs: 'public',
    body: z.strictObject({ account: text(ADDRESS_AT_MOST).check(z.minLength(1, 'Escriba su usuario o su correo')) }),
    reply: Done,
    fails: 'No se pudo pedir el enlace',
  }),
  check: post('/api/v2/account-links/check', {
    summary: 'Dice de quién es un enlace, o por qué ya no sirve; no lo gasta.',
    needs: 'public',
    body: z.strictObject({ code: Code }),
    reply: z.object({
      state: z.enum(['open', ...LINK_ENDS]),
      /** The link's user and purpose; null unless it is open. */
      link: z.nullable(
        z.object({ purpose: z.enum(LINK_PURPOSES), username: z.string(), company: z.string(), expiresAt: Instant }),
      ),
    }),
    fails: 'No se pudo consultar el enlace',
  }),
  setPassword: post('/api/v2/account-links/password', {
    summary: 'Elige la contraseña con un enlace, que así queda usado; terminan las sesiones del usuario.',
    needs: 'public',
    body: z.strictObject({ code: Code, password: SealedPassword }),
    reply: Done,
    fails: 'No se pudo guardar la contraseña',
  }),
})
