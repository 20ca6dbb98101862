// Service accounts: programs that call in the company's name instead of a person's, so that they continue when the
// person who created them leaves. The secret is returned once and stored only as its hash.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, Id, IdText, Instant, text, Version } from './common.ts'
import { PERMISSIONS } from './permissions.ts'
import { TOKEN_DAYS_MAX, TOKEN_NAME_MAX, TOKEN_TEXTS } from './tokens.ts'

/** The prefix of every secret, which distinguishes it from a user's token. */
export const SERVICE_PREFIX = 'padron_svc_'
/** Limit of accounts of a company that are not revoked. */
export const SERVICE_ACCOUNTS_AT_MOST = 20
/** Including those that ended in the last ninety days. */
export const SERVICE_ACCOUNTS_LISTED = 100
const SERVICE_ADDRESSES_AT_MOST = 20
/** The longest IPv6 address with its range. */
const ADDRESS_MAX = 49

export const SERVICE_TEXTS = {
  noName: 'Escriba qué programa es',
  notHeld: 'Una cuenta de servicio no puede tener permisos que usted no tiene',
  above: 'Esta cuenta de servicio tiene permisos que usted no tiene',
  tooMany: `La empresa puede tener hasta ${SERVICE_ACCOUNTS_AT_MOST} cuentas de servicio; revoque alguna`,
  tooManyListed:
    `La empresa creó ${SERVICE_ACCOUNTS_LISTED} cuentas de servicio en los últimos noventa días. Espere, o cambie el ` +
    'secreto de una en vez de crear otra',
  nameInUse: 'Ya hay una cuenta de servicio con ese nombre',
  address: 'Escriba direcciones IP o rangos, como 203.0.113.7 o 2001:db8::/32',
  tooManyAddresses: `Hasta ${SERVICE_ADDRESSES_AT_MOST} direcciones o rangos`,
  changed: 'La cuenta de servicio cambió en otra ventana; ábrala de nuevo',
  formerInForce:
    'El secreto anterior todavía sirve. Espere a que deje de servir, o cambie el secreto sin conservar el anterior',
} as const

const isAddress = (typed: string): boolean =>
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((shape) => shape.safeParse(typed).success)
const Address = text(ADDRESS_MAX).check(z.refine((typed) => isAddress(typed.trim()), SERVICE_TEXTS.address))

const scope = z.enum(PERMISSIONS as [(typeof PERMISSIONS)[number], ...(typeof PERMISSIONS)[number][]])
const Days = z.int(TOKEN_TEXTS.days).check(z.gte(1, TOKEN_TEXTS.days), z.lte(TOKEN_DAYS_MAX, TOKEN_TEXTS.days))
const accountFields = {
  name: text(TOKEN_NAME_MAX).check(z.refine((typed) => typed.trim() !== '', SERVICE_TEXTS.noName)),
  permissions: z.array(scope).check(z.minLength(1, TOKEN_TEXTS.noPermission), z.maxLength(PERMISSIONS.length)),
  /** The addresses that calls may come from: IPv4 or IPv6 addresses and ranges (CIDR); empty: any. */
  addresses: z._default(
    z.array(Address).check(z.maxLength(SERVICE_ADDRESSES_AT_MOST, SERVICE_TEXTS.tooManyAddresses)),
    [],
  ),
}
/** The input of a new account; the form and the server validate the same. */
export const NewServiceAccount = z.strictObject({ ...accountFields, days: Days })
export const ServiceAccountChange = z.strictObject({
  ...accountFields,
  /** Counted from now; absent: the end does not change. */
  days: z.optional(Days),
})

export const ServiceAccount = z.object({
  serviceAccountId: Id,
  name: z.string(),
  /** The last four characters of its secret. */
  ending: z.string(),
  /** Expanded by the levels. */
  permissions: z.array(z.string()),
  addresses: z.array(z.string()),
  createdAt: Instant,
  createdBy: z.string(),
  expiresAt: Instant,
  /** Until when the previous secret is also accepted; null: it is not. */
  formerUntil: z.nullable(Instant),
  /** To the minute; null: never used. */
  lastUsedAt: z.nullable(Instant),
  lastUsedAddress: z.nullable(z.string()),
  /** The last call with its secret from an address that is not allowed, to the minute. */
  lastRefusedAt: z.nullable(Instant),
  lastRefusedAddress: z.nullable(z.string()),
  revokedAt: z.nullable(Instant),
  revokedBy: z.nullable(z.string()),
  status: z.enum(['active', 'expired', 'revoked']),
  version: z.int(),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>

const at = { params: z.object({ serviceAccountId: IdText }) }
const touches = ['serviceAccounts.list', 'activity.list'] as const

export const serviceAccounts = calls('serviceAccounts', {
  list: get('/api/v2/serviceAccounts', {
    summary: 'Las cuentas de servicio de la empresa, las vigentes primero; las terminadas se ven noventa días.',
    needs: 'users_admin',
    reply: z.object({ serviceAccounts: z.array(ServiceAccount) }),
    fails: 'Error al consultar las cuentas de servicio',
  }),
  create: post('/api/v2/serviceAccounts', {
    summary: 'Crea una cuenta de servicio; es la única vez que se ve su secreto.',
    needs: 'users_admin',
    person: true,
    body: NewServiceAccount,
    reply: z.object({ secret: z.string(), serviceAccount: ServiceAccount }),
    touches,
    done: 'Cuenta de servicio creada',
    fails: 'No se pudo crear la cuenta de servicio',
  }),
  edit: put('/api/v2/serviceAccounts/:serviceAccountId', {
    summary: 'Cambia una cuenta de servicio, o le da más días; una vencida vuelve a servir con el mismo secreto.',
    needs: 'users_admin',
    person: true,
    ...at,
    body: z.extend(ServiceAccountChange, { version: Version }),
    reply: ServiceAccount,
    touches,
    done: 'Cuenta de servicio guardada',
    fails: 'No se pudo guardar la cuenta de servicio',
  }),
  newSecret: post('/api/v2/serviceAccounts/:serviceAccountId/secret', {
    summary: 'Cambia el secreto de una cuenta de servicio; el anterior sirve un día más, o deja de servir en seguida.',
    needs: 'users_admin',
    person: true,
    ...at,
    body: z.strictObject({
      /**
       * Whether the previous secret is accepted for another day, so that the program can be changed without an
       * interruption.
       */
      keepFormer: z.boolean(),
    }),
    reply: z.object({ secret: z.string(), serviceAccount: ServiceAccount }),
    touches,
    done: 'Secreto cambiado',
    fails: 'No se pudo cambiar el secreto',
  }),
  revoke: del('/api/v2/serviceAccounts/:serviceAccountId', {
    summary: 'Revoca una cuenta de servicio para siempre; cuenta desde la siguiente llamada.',
    needs: 'users_admin',
    person: true,
    ...at,
    reply: Done,
    touches,
    done: 'Cuenta de servicio revocada',
    fails: 'No se pudo revocar la cuenta de servicio',
  }),
})
