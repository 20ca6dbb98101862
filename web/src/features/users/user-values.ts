// The fields of a user as the form holds them: from a row, their rules, and to the bodies of the calls. Pure.
import type { Args } from '@padron/contract/call'
import { NO_PROFILE } from '@padron/contract/profiles'
import { required, USER_INFO, USER_LABELS, Username } from '@padron/contract/user-rules'
import type { UserChange, UserRow, users } from '@padron/contract/users'
import { z } from 'zod/mini'
import { bareUsername } from './user-words.ts'

export type InfoField = 'firstName' | 'lastName' | 'userCustomId' | 'userEmail' | 'userPhone'
export type UserValues = Record<'username' | InfoField, string> & { preset: number; tags: readonly number[] }
export type UserField = keyof UserValues

const INFO_FIELDS: readonly InfoField[] = ['firstName', 'lastName', 'userCustomId', 'userEmail', 'userPhone']
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

/** What may be written in the fields before they are right. */
export const UserDraft = z.object({
  username: z.string(),
  preset: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  userCustomId: z.string(),
  userEmail: z.string(),
  userPhone: z.string(),
  tags: z.array(z.int()),
})

export const UserRules = z.object({
  username: Username,
  preset: z.number().check(z.refine((id) => id !== NO_PROFILE, required(LABELS.preset))),
  ...USER_INFO,
})

export const valuesOf = ({ user, userInfo, preset, tags }: UserRow): UserValues => ({
  username: bareUsername(user.username),
  preset: preset.presetId,
  firstName: userInfo.firstName,
  lastName: userInfo.lastName,
  userCustomId: userInfo.userCustomId ?? '',
  userEmail: userInfo.userEmail ?? '',
  userPhone: userInfo.userPhone ?? '',
  tags: tags.map(({ tagId }) => tagId).sort((a, b) => a - b),
})

/** Which field the server means: `userClass.userInfo.userEmail`, `userClass.preset.presetId`, `userClass.tags.0.tagId`. */
export const fieldAt = (path: string): string | undefined => path.split('.').find((name) => name in EMPTY)

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
