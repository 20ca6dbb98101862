// The rules of a user's fields and of a password (spec bulk §5) with their texts, for the form and the server.
import { z } from 'zod/mini'

export const USER_LABELS = {
  username: 'Usuario',
  firstName: 'Nombre',
  lastName: 'Apellido',
  userCustomId: 'ID',
  preset: 'Perfil',
  userEmail: 'Email',
  userPhone: 'Teléfono',
} as const

export const required = (label: string): string => `¡${label} es requerido!`
const tooLong = (max: number): string => `Tamaño máximo ${max}`

const WRONG_USERNAME = 'No se permiten carácteres especiales, ni mayusculas'
const WRONG_NAME = 'No se permiten carácteres especiales'
// Linear: each word ends at a single space. "Alphanumerics" includes accented letters, which names contain.
const USERNAME = /^[a-z0-9ñ._-]+(?: [a-z0-9ñ._-]+)*$/
const NAME = /^(?:[\p{L}\p{N}._-]+(?: [\p{L}\p{N}._-]+)*)?$/u

const name = (max: number) => z.string().check(z.maxLength(max, tooLong(max)), z.regex(NAME, WRONG_NAME))
const empty = z.literal('')

/** Without the company's prefix. */
export const Username = z
  .string()
  .check(
    z.minLength(1, required(USER_LABELS.username)),
    z.maxLength(30, tooLong(30)),
    z.regex(USERNAME, WRONG_USERNAME),
  )

/** The personal data of a user; an empty text means none. */
export const USER_INFO = {
  firstName: name(30),
  lastName: name(30),
  userCustomId: name(50),
  userEmail: z.union([
    empty,
    z.string().check(z.maxLength(50, tooLong(50)), z.email('Escriba un correo electrónico válido')),
  ]),
  userPhone: z.union([
    empty,
    z.string().check(z.regex(/^\d*$/, 'Solo se permiten números'), z.length(10, 'Debe tener 10 números')),
  ]),
} as const

const PASSWORD_MIN = 4
const PASSWORD_MAX = 50
/** Spec bulk §5, "Reset password"; also for the user's own password. */
export const Password = z
  .string()
  .check(
    z.minLength(1, required('Contraseña')),
    z.minLength(PASSWORD_MIN, `Mínimo ${PASSWORD_MIN} caracteres`),
    z.maxLength(PASSWORD_MAX, `Máximo ${PASSWORD_MAX} caracteres`),
    z.regex(
      /^[\w\s\-+*?!@/#&$]*$/,
      'Caracteres permitidos: letras sin acento, números, espacios y _ - + * ? ! @ / # & $',
    ),
  )
export const PASSWORDS_DIFFER = 'Ambas contraseñas deben ser iguales'

/** The first fault of a value by one of the rules above, or undefined. */
export const faultOf = (rule: z.ZodMiniType, value: unknown): string | undefined => {
  const { error } = rule.safeParse(value)
  const issue = error?.issues[0]
  // A union's fault is in its last branch; the first is the empty text.
  return issue?.code === 'invalid_union' ? (issue.errors.at(-1)?.[0]?.message ?? issue.message) : issue?.message
}
