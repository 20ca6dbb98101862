// Which passwords are among the 3,000 commonest. That is warned of and never refused: four characters are the
// specification's minimum. A browser imports this file only when it is needed: the list weighs 10 KB.
import { COMMON_PASSWORDS } from './common-password-list.gen.ts'

const COMMON: ReadonlySet<string> = new Set(COMMON_PASSWORDS.trim().split(/\s+/))

export const COMMON_PASSWORD_WARNING =
  'Es una de las contraseñas más usadas: quien quiera entrar sin permiso la probará entre las primeras.'

/** What deserves a second look in a password, or undefined. Upper case does not make one rarer. */
export const commonPasswordWarning = (password: string): string | undefined =>
  COMMON.has(password.toLowerCase()) ? COMMON_PASSWORD_WARNING : undefined
