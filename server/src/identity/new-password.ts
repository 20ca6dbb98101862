// A password somebody chose, as it arrives: sealed. Opened, held to the rule of the form, and never repeated in an answer.
import { faultOf, Password } from '@padron/contract/user-rules'
import { HttpProblem } from '../http/problem.ts'
import type { PasswordStep } from './password-keys.ts'

/** @throws HttpProblem 422 that names the field `password` */
export const openNewPassword = async (step: PasswordStep, sealed: string, now: Date): Promise<string> => {
  const password = await step.open(sealed, now)
  const fault =
    password === undefined
      ? 'No se pudo leer la contraseña enviada. Vuelva a cargar la página e intente de nuevo.'
      : faultOf(Password, password)
  if (password === undefined || fault)
    throw new HttpProblem(422, fault ?? '', [{ path: 'password', message: fault ?? '' }])
  return password
}
