// The fields of a user as the form holds them: from a row, to what is wrong with them, and to the bodies of the calls. Pure.
import type { Args } from '@padron/contract/call'
import { NO_PROFILE } from '@padron/contract/profiles'
import { faultOf, required, USER_INFO, USER_LABELS, Username } from '@padron/contract/user-rules'
import type { UserChange, UserRow, users } from '@padron/contract/users'
import { bareUsername } from './user-words.ts'

export type InfoField = 'firstName' | 'lastName' | 'userCustomId' | 'userEmail' | 'userPhone'
export type UserValues = Record<'username' | InfoField, string> & { preset: number; tags: readonly number[] }
export type UserField = keyof UserValues
export type Faults = Partial<Record<UserField, string | undefined>>

export const INFO_FIELDS: readonly InfoField[] = ['firstName', 'lastName', 'userCustomId', 'userEmail', 'userPhone']
/** In the order of the form: the first wrong one gets the focus. */
export const FIELDS: readonly UserField[] = ['username', 'preset', ...INFO_FIELDS, 'tags']
export const LABELS: Readonly<Record<UserField, string>> = { ...USER_LABELS, tags: 'Etiquetas' }

export const EMPTY: UserValues = {
  username: '',
  preset: NO_PROFILE,
  firstName: '',
  lastName: '',
  userCustomId: '',
  userEmail: '',
  userPhone: '',
  tags: [],
}

export const valuesOf = ({ user, userInfo, preset, tags }: UserRow): UserValues => ({
  username: bareUsername(user.username),
  preset: preset.presetId,
  firstName: userInfo.firstName,
  lastName: userInfo.lastName,
  userCustomId: userInfo.userCustomId ?? '',
  userEmail: userInfo.userEmail ?? '',
  userPhone: userInfo.userPhone ?? '',
  tags: tags.map(({ tagId }) => tagId),
})

/** Spaces around a text are nobody's intention. */
export const trimmed = (values: UserValues): UserValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  ) as UserValues

const same = (a: UserValues[UserField], b: UserValues[UserField]): boolean =>
  JSON.stringify(typeof a === 'object' ? [...a].sort() : a) ===
  JSON.stringify(typeof b === 'object' ? [...b].sort() : b)

/** The fields in which the two differ. */
export const differing = (before: UserValues, after: UserValues): readonly UserField[] =>
  FIELDS.filter((field) => !same(before[field], after[field]))

export const pick = (values: UserValues, fields: readonly UserField[]): Partial<UserValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))

/** What is wrong with a field. @param stored undefined for a new user: who has no profile may stay without one */
export const faultIn = (field: UserField, values: UserValues, stored: UserValues | undefined): string | undefined => {
  if (field === 'tags') return undefined
  if (field === 'preset') {
    const lacks = values.preset === NO_PROFILE && stored?.preset !== NO_PROFILE
    return lacks ? required(LABELS.preset) : undefined
  }
  return faultOf(field === 'username' ? Username : USER_INFO[field], values[field].trim())
}

/** @param fields the ones to look at: when editing, only what changed */
export const faultsIn = (fields: readonly UserField[], values: UserValues, stored: UserValues | undefined): Faults =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const fault = faultIn(field, values, stored)
      return fault ? [[field, fault]] : []
    }),
  )

/** Which field the server means: `userClass.userInfo.userEmail`, `userClass.preset.presetId`, `userClass.tags.0.tagId`. */
const fieldAt = (path: string): UserField | undefined => {
  const names = path.split('.')
  return FIELDS.find((field) => names.includes(field))
}

/** The server's refusals, each under its field. */
export const refusals = (errors: readonly { path: string; message: string }[] = []): Faults =>
  Object.fromEntries(
    errors.flatMap(({ path, message }) => {
      const field = fieldAt(path)
      return field ? [[field, message]] : []
    }),
  )

const infoOf = (values: UserValues, fields: readonly InfoField[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))
const tagRefs = (ids: readonly number[]) => ids.map((tagId) => ({ tagId }))

/** The body that creates. @param withTags holds tags_read: nobody else may name tags */
export const newUser = (values: UserValues, withTags: boolean): Args<typeof users.create>['body'] => ({
  userClass: {
    user: { username: values.username, userStatus: true },
    userInfo: infoOf(
      values,
      INFO_FIELDS.filter((field) => values[field]),
    ),
    preset: { presetId: values.preset },
    roles: [],
    ...(withTags && { tags: tagRefs(values.tags) }),
  },
})

/** The body of an edit: only what changed. */
export const userChange = (values: UserValues, changed: readonly UserField[]): UserChange => {
  const info = INFO_FIELDS.filter((field) => changed.includes(field))
  return {
    ...(changed.includes('username') && { user: { username: values.username } }),
    ...(info.length > 0 && { userInfo: infoOf(values, info) }),
    ...(changed.includes('preset') && { preset: { presetId: values.preset } }),
    ...(changed.includes('tags') && { tags: tagRefs(values.tags) }),
  }
}
