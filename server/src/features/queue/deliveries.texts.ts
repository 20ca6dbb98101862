// Why an email was not delivered, in the user's words. The server's own text names machines and accounts, so only its
// code is shown.

const BY_CODE: readonly { code: RegExp; words: string }[] = [
  { code: /^(535|530|534)$/, words: 'el servidor de correo no aceptó la cuenta de esta instalación' },
  { code: /^(550|551|553|511)$/, words: 'el buzón no existe o no recibe correos' },
  { code: /^(452|552|422)$/, words: 'el buzón está lleno' },
  { code: /^(421|450|451)$/, words: 'el servidor de correo pidió esperar' },
  { code: /^554$/, words: 'el servidor de correo lo rechazó' },
  // RFC 3463, for bounces.
  { code: /^5\.1\./, words: 'el buzón no existe o no recibe correos' },
  { code: /^5\.2\.2$/, words: 'el buzón está lleno' },
  { code: /^5\.2\./, words: 'el buzón no recibe correos' },
  { code: /^5\.3\.4$/, words: 'el correo es más grande de lo que acepta el buzón' },
  { code: /^5\.4\./, words: 'no se encontró el servidor del destinatario' },
  { code: /^4\./, words: 'no se pudo entregar en el tiempo que se intentó' },
  { code: /^5\.7\./, words: 'el servidor del destinatario lo rechazó' },
]
const BY_NAME: readonly { name: RegExp; words: string }[] = [
  { name: /^(ETLS|EREQUIRETLS)$/, words: 'no se pudo abrir una conexión segura con el servidor de correo.' },
  { name: /^EPROTOCOL$/, words: 'lo que contesta en la dirección del servidor de correo no es uno.' },
  { name: /^(ESOCKET|ECONNECTION|ETIMEDOUT|EDNS)$/, words: 'el servidor de correo no responde.' },
]
const AWAY = /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|timeout|timed out|greeting|closed/i

const byCode = (code: string | undefined): string => {
  const known = code && BY_CODE.find((each) => each.code.test(code))
  if (known) return `${known.words} (${code}).`
  return code ? `el servidor de correo no lo aceptó (${code}).` : 'el servidor de correo no lo aceptó.'
}

/** @param problem as the outbox or a bounce stored it: a code or an error's name, then the message */
export const failureWords = (problem: string): string => {
  const [first = ''] = problem.split(' ', 1)
  if (first === 'bounce') return `el correo rebotó: ${byCode(/[45]\.\d{1,3}\.\d{1,3}/.exec(problem)?.[0])}`
  if (first === 'limit') return 'se alcanzó el límite diario de correos de la empresa.'
  if (first === 'interrupted') return 'el envío se interrumpió demasiadas veces.'
  if (/^[45]\d\d$/.test(first)) return byCode(first)
  const named = BY_NAME.find(({ name }) => name.test(first))
  if (named) return named.words
  return AWAY.test(problem) ? 'el servidor de correo no responde.' : byCode(/\b[45]\d\d\b/.exec(problem)?.[0])
}
