// Shared by several calls: ids, times, the problem document and the generic notices of spec core §8.
import { z } from 'zod/mini'

/** Largest id accepted: what JavaScript and PostgreSQL's bigint both hold exactly. */
export const Id = z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))
/** An id in a path or a query arrives as text. */
export const IdText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Identificador no válido')),
  z.transform((text: string) => Number(text)),
)
/** At most a hundred ids, separated by commas: `3,14`. */
export const IdListText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}(?:,[1-9]\d{0,15}){0,99}$/, 'Identificadores no válidos')),
  z.transform((text: string) => text.split(',').map(Number)),
)
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const Status = z.int().check(z.gte(-1), z.lte(99))
/** The number of edits of a row; an edit sends the version that it is based on. */
export const Version = z.int().check(z.gte(1), z.lte(2_147_483_646))
/** ISO 8601 with offset. */
export const Instant = z.string()
/** Maximum length of one in a request. */
export const INSTANT_AT_MOST = 40
/** YYYY-MM-DD, in replies. */
export const Day = z.string()
export const text = (max: number, missing?: string) =>
  z.string(missing).check(
    z.maxLength(max, { error: `Máximo ${max} caracteres`, abort: true }),
    // PostgreSQL stores neither the character 0 nor, in JSON, unpaired surrogates.
    z.refine((value) => !value.includes('\0') && value.isWellFormed(), 'El texto contiene un carácter no permitido.'),
  )

/** The published schema of a text that is validated as an email address. */
const EMAIL = { type: 'string', format: 'email', maxLength: 254 } as const
export const isEmailFormat = z.meta(EMAIL)
export const isEmailOrEmptyFormat = z.meta({ anyOf: [{ type: 'string', enum: [''] }, EMAIL] })

type Refusal = { error: string; path: [string] }
/** Exactly one of these fields is sent; the published document states that too. */
export const exactlyOneOf = <const K extends string>(fields: readonly K[], refused: Refusal) =>
  [
    z.refine<{ readonly [F in K]?: unknown }>(
      (sent) => fields.filter((field) => sent[field] !== undefined).length === 1,
      refused,
    ),
    // Within `allOf`: generators that do not support a choice of required fields still see the object.
    z.meta({ allOf: [{ oneOf: fields.map((field) => ({ required: [field] })) }] }),
  ] as const
/** At least one field is sent; the published document states that too. */
export const atLeastOneField = (refused: string) =>
  [
    z.refine<object>((sent) => Object.values(sent).some((value) => value !== undefined), refused),
    z.meta({ minProperties: 1 }),
  ] as const

/** One of these values; an empty text means none. */
export const orNone = <const T extends string>(values: readonly T[], refused: string) =>
  z.pipe(
    z.enum([...values, ''] as const, refused),
    z.transform((value) => (value === '' ? undefined : (value as T))),
  )

/** Some of these names, separated by commas: `insurance,fine`. */
export const listText = (names: readonly string[], refused: string) =>
  z
    .string()
    .check(
      z.maxLength(names.join(',').length, { error: refused, abort: true }),
      z.regex(new RegExp(`^(?:${names.join('|')})(?:,(?:${names.join('|')})){0,${names.length - 1}}$`), refused),
    )

/** A password sealed as the password step describes: a compact JWE of `SealedContent`. */
export const SealedPassword = text(4096)

/** The number of a page of a list; default: the first page. */
export const Page = z._default(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'Página no válida')),
    z.transform((typed: string) => Number(typed)),
  ),
  1,
)

export const Done = z.object({ message: z.string() })

/** The refusal to users who see a part of the fleet, for data of the whole company. */
export const OUT_OF_SCOPE = 'Su usuario ve solo una parte de los vehículos y esto es de toda la empresa.'

/** RFC 9457, with the refused fields of a body. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** For an unexpected error: the call's id in the log. */
  requestId: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>

export const NOTICES = {
  done: 'Se realizó la operación con éxito',
  fails: 'Ocurrió un error al realizar la operación',
  401: 'Error (401) Su sesión no es válida o expiró.',
  403: 'Error (403) Usted no tiene acceso a este recurso.',
  404: 'Error (404) No se ha encontrado el recurso.',
} as const
/** The messages to users of a company while it moves to another installation, and after that. */
export const MOVE_TEXTS = {
  moving: 'Su empresa se está trasladando; intente de nuevo en un minuto.',
  moved: 'Su empresa se trasladó a otra instalación.',
  movedTo: (place: string) => `Su empresa se trasladó: entre en ${place}.`,
} as const
export const NOTICE_SECONDS = 8
export const NOTICES_AT_MOST = 3
