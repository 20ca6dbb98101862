// Why a letter did not arrive, in the words of whoever waits for it. What the mail server said names machines and accounts: of
// that only its code is told.

// biome-ignore format: a table to be read by columns
const BY_CODE: readonly { code: RegExp; words: string }[] = [
  { code: /^(535|530|534)$/,     words: 'el servidor de correo no aceptó la cuenta de esta instalación' },
  { code: /^(550|551|553|511)$/, words: 'el buzón no existe o no recibe correos' },
  { code: /^(452|552|422)$/,     words: 'el buzón está lleno' },
  { code: /^(421|450|451)$/,     words: 'el servidor de correo pidió esperar' },
  { code: /^554$/,               words: 'el servidor de correo lo rechazó' },
]
const AWAY = /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|timeout|timed out|greeting|closed/i

/** @param problem as the outbox wrote it */
export const failureWords = (problem: string): string => {
  const code = /\b[45]\d\d\b/.exec(problem)?.[0]
  const known = code && BY_CODE.find((each) => each.code.test(code))
  if (known) return `${known.words} (${code}).`
  if (AWAY.test(problem)) return 'el servidor de correo no responde.'
  return code ? `el servidor de correo no lo aceptó (${code}).` : 'el servidor de correo no lo aceptó.'
}
