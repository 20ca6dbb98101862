// Opens a sealed new password and validates it by the rule of the form. It never appears in an answer.
import { faultOf, Password } from '@padron/contract/rules/user-rules'
import { HttpProblem } from '../../errors/http-problem.ts'
import type { PasswordStep } from './password-keys.ts'

const UNREADABLE = 'No se pudo leer la contraseña enviada. Vuelva a cargar la página e intente de nuevo.'

type Sent = { sealed: string; username: string; now: Date }

/** @throws HttpProblem 422 that names the field `password` */
export const openNewPassword = async (step: PasswordStep, { sealed, username, now }: Sent): Promise<string> => {
  const opened = await step.open(sealed, { username, use: 'new-password' }, now)
  const fault = opened ? faultOf(Password, opened.password) : UNREADABLE
  const refused = fault ?? ((await opened?.use()) ? undefined : UNREADABLE)
  if (!opened || refused) throw new HttpProblem(422, refused ?? '', [{ path: 'password', message: refused ?? '' }])
  return opened.password
}
