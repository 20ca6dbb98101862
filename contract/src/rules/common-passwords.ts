// Detects the 3,000 most common passwords. They cause a warning, never a refusal: the specification's minimum is four
// characters. Browsers import this file lazily: the list weighs 10 KB.
import { COMMON_PASSWORDS } from './common-password-list.gen.ts'

const COMMON: ReadonlySet<string> = new Set(COMMON_PASSWORDS.trim().split(/\s+/))

export const COMMON_PASSWORD_WARNING =
  'Es una de las contraseñas más usadas: quien quiera entrar sin permiso la probará entre las primeras.'

/** A warning about the password, or undefined. Case is ignored. */
export const commonPasswordWarning = (password: string): string | undefined =>
  COMMON.has(password.toLowerCase()) ? COMMON_PASSWORD_WARNING : undefined
