// The emails about an account: a link to choose a password, and that one was chosen. In the company's branding.
import { LINK_MINUTES, type LinkPurpose } from '@padron/contract/account-links'
import { LINK_PATH } from '@padron/contract/session'
import type { MailContent } from '../../mail/email-content.ts'

type Person = { username: string; company: string }

const WORDS: Readonly<Record<LinkPurpose, { subject: string; why: (person: Person) => string; ifUnexpected: string }>> =
  {
    invitation: {
      subject: 'Su acceso a Padrón: elija su contraseña',
      why: ({ company }) => `${company} le dio acceso a Padrón. Elija su contraseña para entrar.`,
      ifUnexpected: 'Si no esperaba este mensaje, ignórelo o avise a su administrador.',
    },
    recovery: {
      subject: 'Elija otra contraseña de Padrón',
      why: () => 'Se pidió cambiar su contraseña de Padrón. Con este enlace puede elegir otra.',
      ifUnexpected: 'Si usted no lo pidió, ignore este mensaje: su contraseña sigue igual.',
    },
  }
const LIMITS = `El enlace sirve una sola vez, durante ${LINK_MINUTES} minutos desde que se envió. No lo reenvíe.`

/** @param code the sealed code of the link */
export const linkEmail = (
  purpose: LinkPurpose,
  person: Person,
  { code, until }: { code: string; until: string },
): MailContent => {
  const { subject, why, ifUnexpected } = WORDS[purpose]
  return {
    subject,
    title: subject,
    lines: [why(person)],
    blocks: [
      {
        is: 'facts',
        rows: [
          ['Usuario', person.username],
          ['Empresa', person.company],
        ],
      },
      { is: 'text', text: LIMITS },
      { is: 'text', text: ifUnexpected, muted: true },
    ],
    link: { text: 'Elegir contraseña', path: LINK_PATH, until, code },
    company: true,
  }
}

export const passwordChangedEmail = ({ username, company }: Person): MailContent => ({
  subject: 'Su contraseña de Padrón cambió',
  title: 'Su contraseña cambió',
  lines: [
    `La contraseña de ${username} (${company}) se cambió con un enlace de recuperación. ` +
      'Todas sus sesiones terminaron, y sus tokens de acceso y su dirección de calendario se revocaron.',
    'Si no fue usted, avise a su administrador.',
  ],
  link: { text: 'Iniciar sesión', path: '/login' },
  company: true,
})

/** `isWhole`: the user's first kind was added, or the last removed. `passkey`: its name; absent: the application. */
type KindChange = { isAdded: boolean; isWhole: boolean; passkey?: string }
/** `codesLeft`: the recovery codes left after one was used. */
export type FactorChange = KindChange | 'other codes' | { codesLeft: number }

const whatChanged = (change: FactorChange): string => {
  if (change === 'other codes') return 'Los códigos de recuperación de su cuenta de Padrón se cambiaron por otros'
  if ('codesLeft' in change) return 'Se usó un código de recuperación de su cuenta de Padrón'
  const { isAdded, isWhole, passkey } = change
  const kind = passkey === undefined ? 'La aplicación de códigos' : 'Una llave de acceso'
  return isWhole
    ? `La verificación en dos pasos de Padrón ${isAdded ? 'se activó' : 'se quitó'}`
    : `${kind} ${isAdded ? 'se agregó a' : 'se quitó de'} su cuenta de Padrón`
}

const moreOf = (change: FactorChange): string => {
  if (change === 'other codes') return ''
  if ('codesLeft' in change) return ` Le quedan ${change.codesLeft}.`
  return change.passkey === undefined ? '' : ` La llave de acceso es «${change.passkey}».`
}

export const factorChangedEmail = ({ username, company }: Person, change: FactorChange): MailContent => {
  const what = whatChanged(change)
  const more = moreOf(change)
  return {
    subject: what,
    title: what.replace(' de Padrón', ''),
    lines: [
      `${what}: usuario ${username}, ${company}.${more}`,
      'Si no fue usted ni lo pidió, avise a su administrador.',
    ],
    link: { text: 'Mi cuenta', path: '/account' },
    company: true,
  }
}
