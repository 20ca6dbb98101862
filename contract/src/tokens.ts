// Personal access tokens: a program of the company calls in a user's name, with some of the user's permissions, until a
// date. The token is returned once and stored only as its hash. Personal calls (passwords, sessions, tokens, terms)
// refuse tokens.
import { z } from 'zod/mini'
import { calls, del, get, post } from './call.ts'
import { Done, Id, IdText, Instant, text } from './common.ts'
import { PERMISSIONS } from './permissions.ts'

/** The prefix of every token, to recognize one in a file or log. */
export const TOKEN_PREFIX = 'padron_pat_'
export const TOKEN_NAME_MAX = 60
/** The maximum validity of a token and the offered choices, in days. */
export const TOKEN_DAYS_MAX = 366
export const TOKEN_DAYS_CHOICES = [7, 30, 90, 180, 366] as const
/** Limit of open tokens of one user. */
export const TOKENS_AT_MOST = 20

export const TOKEN_TEXTS = {
  noName: 'Escriba para qué es el token',
  noPermission: 'Elija al menos un permiso',
  notHeld: 'Un token no puede tener permisos que usted no tiene',
  days: `Dura de 1 a ${TOKEN_DAYS_MAX} días`,
  tooMany: `Puede tener hasta ${TOKENS_AT_MOST} tokens vigentes; revoque alguno`,
  nameInUse: 'Ya tiene un token vigente con ese nombre',
  notByToken: 'Con un token de acceso o una cuenta de servicio no se puede hacer esto; inicie sesión en la consola',
} as const

const scope = z.enum(PERMISSIONS as [(typeof PERMISSIONS)[number], ...(typeof PERMISSIONS)[number][]])

export const Token = z.object({
  tokenId: Id,
  name: z.string(),
  /** Its last four characters, to distinguish it. */
  ending: z.string(),
  /** Its permissions, expanded by the levels; only those that its user still has apply. */
  permissions: z.array(z.string()),
  createdAt: Instant,
  expiresAt: Instant,
  /** To the minute; null: never used. */
  lastUsedAt: z.nullable(Instant),
  lastUsedAddress: z.nullable(z.string()),
  status: z.enum(['active', 'expired', 'revoked']),
})
export type Token = z.infer<typeof Token>
export const CompanyToken = z.extend(Token, {
  user: z.object({ userId: Id, username: z.string(), active: z.boolean() }),
})
export type CompanyToken = z.infer<typeof CompanyToken>

/** The input of a new token; the form and the server validate the same. */
export const NewToken = z.strictObject({
  name: text(TOKEN_NAME_MAX).check(z.refine((typed) => typed.trim() !== '', TOKEN_TEXTS.noName)),
  permissions: z.array(scope).check(z.minLength(1, TOKEN_TEXTS.noPermission), z.maxLength(PERMISSIONS.length)),
  days: z.int(TOKEN_TEXTS.days).check(z.gte(1, TOKEN_TEXTS.days), z.lte(TOKEN_DAYS_MAX, TOKEN_TEXTS.days)),
})

export const tokens = calls('tokens', {
  list: get('/api/v2/tokens', {
    summary: 'Los tokens de acceso propios, los vigentes primero; los terminados se ven noventa días.',
    needs: 'session',
    scope: 'own',
    person: true,
    reply: z.object({ tokens: z.array(Token) }),
    fails: 'Error al consultar los tokens de acceso',
  }),
  ofCompany: get('/api/v2/tokens/company', {
    summary: 'Los tokens vigentes de todos los usuarios de la empresa.',
    needs: 'users_admin',
    reply: z.object({ tokens: z.array(CompanyToken) }),
    fails: 'Error al consultar los tokens de acceso',
  }),
  create: post('/api/v2/tokens', {
    summary: 'Crea un token de acceso; es la única vez que se ve.',
    needs: 'session',
    scope: 'own',
    person: true,
    body: NewToken,
    reply: z.object({ token: z.string(), created: Token }),
    touches: ['tokens.list', 'tokens.ofCompany', 'activity.list'],
    done: 'Token de acceso creado',
    fails: 'No se pudo crear el token de acceso',
  }),
  revoke: del('/api/v2/tokens/:tokenId', {
    summary:
      'Revoca un token propio, o de cualquiera de la empresa quien administra usuarios; cuenta desde la ' +
      'siguiente llamada.',
    needs: 'session',
    scope: 'own',
    person: true,
    params: z.object({ tokenId: IdText }),
    reply: Done,
    touches: ['tokens.list', 'tokens.ofCompany', 'activity.list'],
    done: 'Token de acceso revocado',
    fails: 'No se pudo revocar el token de acceso',
  }),
})
