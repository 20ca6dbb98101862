// A user as SCIM writes it (RFC 7643), and the changes of a PATCH (RFC 7644 §3.5.2). Attributes that the product does
// not store are ignored, as the standard allows, because providers send them by default. Pure.
import { normalize } from '@padron/contract/normalize'
import { z } from 'zod/mini'
import { ScimError } from './scim-error.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

const TEXT_AT_MOST = 254
const VALUES_AT_MOST = 20
const OPERATIONS_AT_MOST = 100

/** The stored part of a provider's user. `email` and `phone` are empty if absent. */
export type ProvisionedPerson = {
  userName: string
  externalId: string | null
  firstName: string
  lastName: string
  email: string
  phone: string
  /** undefined: absent in the request, so unchanged. */
  active: boolean | undefined
}

const Text = z.string().check(z.maxLength(TEXT_AT_MOST))
/** Entra writes booleans as texts. */
const Flag = z.pipe(
  z.transform((value) => (typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value)),
  z.boolean(),
)
const Value = z.looseObject({ value: z.optional(z.nullable(Text)), type: z.optional(Text), primary: z.optional(Flag) })
const Values = z.optional(z.nullable(z.array(Value).check(z.maxLength(VALUES_AT_MOST))))
const Name = z.looseObject({ givenName: z.optional(z.nullable(Text)), familyName: z.optional(z.nullable(Text)) })

const User = z.looseObject({
  userName: Text.check(z.refine((typed) => typed.trim() !== '')),
  externalId: z.optional(z.nullable(Text)),
  name: z.optional(z.nullable(Name)),
  emails: Values,
  phoneNumbers: Values,
  active: z.optional(z.nullable(Flag)),
})
type User = z.infer<typeof User>

const Operations = z.looseObject({
  Operations: z
    .array(z.looseObject({ op: z.string(), path: z.optional(Text), value: z.optional(z.unknown()) }))
    .check(z.minLength(1), z.maxLength(OPERATIONS_AT_MOST)),
})

/** @throws ScimError that names the attribute */
const parsed = <T>(schema: z.ZodMiniType<T>, body: unknown): T => {
  const { data, error } = schema.safeParse(body)
  if (!error) return data
  const path = error.issues[0]?.path.join('.') ?? ''
  throw new ScimError(400, `Falta «${path || 'el usuario'}», o no es válido.`, 'invalidValue')
}

type Valued = z.infer<typeof Value>
const chosen = (values: readonly Valued[] | null | undefined): string => {
  const filled = (values ?? []).filter(({ value }) => value)
  const best = filled.find(({ primary }) => primary) ?? filled.find(({ type }) => type === 'work') ?? filled[0]
  return best?.value?.trim() ?? ''
}

/** Drops characters that names may not have, so that an apostrophe does not refuse the whole user. */
const asName = (name: string | null | undefined): string =>
  normalize(name ?? '', 'NFC')
    .replace(/[^\p{L}\p{N}._ -]/gu, '')
    .split(' ')
    .filter(Boolean)
    .join(' ')
    .slice(0, 30)
    .trim()

/** The last ten digits, as phones are stored; empty if there are fewer. */
const asPhone = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(-10)
  return digits.length === 10 ? digits : ''
}

const personOf = (user: User, email: string): ProvisionedPerson => ({
  userName: user.userName.trim(),
  externalId: user.externalId || null,
  firstName: asName(user.name?.givenName),
  lastName: asName(user.name?.familyName),
  email,
  phone: asPhone(chosen(user.phoneNumbers)),
  active: user.active ?? undefined,
})

/**
 * Reads a whole user. Without an email address, a user name that is one serves as it.
 * @throws ScimError that names the attribute
 */
export const readPerson = (body: unknown): ProvisionedPerson => {
  const user: User = parsed(User, body)
  const email = chosen(user.emails) || (user.userName.includes('@') ? user.userName.trim() : '')
  return personOf(user, email.toLowerCase())
}

/** A deactivation is not refused for another attribute: then it alone is read. @throws ScimError */
const orInactive = (before: ProvisionedPerson, active: unknown, read: () => ProvisionedPerson): ProvisionedPerson => {
  try {
    return read()
  } catch (error) {
    if (!before.active || Flag.safeParse(active).data !== false) throw error
    return { ...before, active: false }
  }
}

/** The person as a provider would write it: the body that a PATCH changes. */
const bodyOf = ({ userName, externalId, firstName, lastName, email, phone, active }: ProvisionedPerson) => ({
  userName,
  externalId,
  name: { givenName: firstName, familyName: lastName },
  emails: email ? [{ value: email, type: 'work', primary: true }] : [],
  phoneNumbers: phone ? [{ value: phone, type: 'work', primary: true }] : [],
  active,
})

/** Paths such as `emails[type eq "work"].value`: one value of each list is stored. */
const ONE_OF_LIST = /^(emails|phonenumbers)(?:\[[^\]]*\])?(?:\.value)?$/
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** @returns the person as the body has it @throws ScimError that names the attribute */
export const replacedPerson = (person: ProvisionedPerson, body: unknown): ProvisionedPerson =>
  orInactive(person, record(body).active, () => readPerson(body))

type Draft = ReturnType<typeof draftOf>
const draftOf = (person: ProvisionedPerson) => ({ ...bodyOf(person) }) as Record<string, unknown> & { name: unknown }

const setAt = (draft: Draft, path: string, value: unknown): void => {
  const name = path.toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, '')
  if (name === 'username') draft.userName = value
  else if (name === 'externalid') draft.externalId = value
  else if (name === 'active') draft.active = value
  else if (name === 'name') draft.name = { ...record(draft.name), ...record(value) }
  else if (name === 'name.givenname') draft.name = { ...record(draft.name), givenName: value }
  else if (name === 'name.familyname') draft.name = { ...record(draft.name), familyName: value }
  else {
    const list = ONE_OF_LIST.exec(name)?.[1]
    if (list === undefined) return
    const values =
      value === undefined || value === null ? [] : Array.isArray(value) ? value : [record(value).value ?? value]
    draft[list === 'emails' ? 'emails' : 'phoneNumbers'] = values.map((each) =>
      typeof each === 'object' ? each : { value: each, type: 'work', primary: true },
    )
  }
}

type Operation = z.infer<typeof Operations>['Operations'][number]
/** @throws ScimError if it is none */
const applyOperation = (draft: Draft, { op, path, value }: Operation): void => {
  const kind = op.toLowerCase()
  if (kind !== 'add' && kind !== 'replace' && kind !== 'remove')
    throw new ScimError(400, `«${op.slice(0, 20)}» no es una operación.`, 'invalidSyntax')
  if (kind === 'remove') {
    if (path === undefined) throw new ScimError(400, '«remove» no dice de qué.', 'noTarget')
    setAt(draft, path, undefined)
  } else if (path === undefined) for (const [name, each] of Object.entries(record(value))) setAt(draft, name, each)
  else setAt(draft, path, value)
}

/** @returns the person after the operations; the email address changes only if one names it @throws ScimError */
export const patchedPerson = (person: ProvisionedPerson, body: unknown): ProvisionedPerson => {
  const draft = draftOf(person)
  const { emails } = draft
  const faults: unknown[] = []
  for (const operation of parsed(Operations, body).Operations)
    try {
      applyOperation(draft, operation)
    } catch (error) {
      faults.push(error)
    }
  return orInactive(person, draft.active, () => {
    if (faults.length > 0) throw faults[0]
    const user = parsed(User, draft)
    return personOf(user, draft.emails === emails ? person.email : chosen(user.emails).toLowerCase())
  })
}

export type StoredPerson = ProvisionedPerson & { id: number; active: boolean; createdAt: string }

/** @param base the address of this service */
export const userResource = (person: StoredPerson, base: string) => {
  const { externalId, ...rest } = bodyOf(person)
  return {
    schemas: [USER_SCHEMA],
    id: String(person.id),
    ...(externalId === null ? {} : { externalId }),
    ...rest,
    displayName: [person.firstName, person.lastName].filter(Boolean).join(' ') || person.userName,
    meta: { resourceType: 'User', created: person.createdAt, location: `${base}/Users/${person.id}` },
  }
}

const FILTER = /^(username|externalid|id|emails|emails\.value|emails\[type eq "work"\]\.value) eq ("(?:[^"\\]|\\.)*")$/i
const FILTER_AT_MOST = 400

export type UserFilter = { by: 'userName' | 'externalId' | 'id' | 'email'; value: string }

/** Reads the only filter that providers send: an attribute that equals a text. @throws ScimError */
export const readFilter = (filter: string | undefined): UserFilter | undefined => {
  if (filter === undefined) return undefined
  const [, attribute = '', quoted = ''] = filter.length > FILTER_AT_MOST ? [] : (FILTER.exec(filter.trim()) ?? [])
  const by = ({ username: 'userName', externalid: 'externalId', id: 'id' } as const)[attribute.toLowerCase()]
  try {
    if (attribute) return { by: by ?? 'email', value: String(JSON.parse(quoted)) }
  } catch {
    // a text with an invalid escape
  }
  throw new ScimError(400, 'Se filtra con userName, externalId, id o emails, y «eq».', 'invalidFilter')
}
