// The values of a user's form: from a row, their validation, and the bodies of the calls. Pure.
import type { Args } from '@padron/contract/call'
import { stateName } from '@padron/contract/places/states'
import { NO_PROFILE } from '@padron/contract/profiles'
import { required, USER_INFO, USER_LABELS, Username } from '@padron/contract/rules/user-rules'
import {
  INVITED_WITHOUT_MAIL,
  NO_SCOPE_VALUES,
  type UserChange,
  type UserRow,
  type users,
  type VehicleScope,
} from '@padron/contract/users'
import { z } from 'zod/mini'
import { NOTHING } from '../../lib/money-text.ts'
import type { Faults } from '../../ui/form/faults.ts'
import { differingFields } from '../../ui/form/use-form.ts'
import { pickFields } from '../../ui/form/use-form-draft.ts'
import { bareUsername, statusText } from './user-texts.ts'

/** Field values before they are valid, stored as a draft. */
export const UserDraft = z.object({
  username: z.string(),
  preset: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  userCustomId: z.string(),
  userEmail: z.string(),
  userPhone: z.string(),
  tags: z.array(z.int()),
  /** All vehicles, or those of the values below; holders and lessors are one per line. */
  sees: z._default(z.enum(['all', 'part']), 'all'),
  scopeStates: z._default(z.array(z.int()), []),
  scopeTags: z._default(z.array(z.int()), []),
  scopeHolders: z._default(z.string(), ''),
  scopeLessors: z._default(z.string(), ''),
  /** A new user sets the password by an invitation instead of getting a generated one. */
  invite: z._default(z.boolean(), false),
})
export type UserValues = z.infer<typeof UserDraft>

const NO_INFO = { firstName: '', lastName: '', userCustomId: '', userEmail: '', userPhone: '' }
const INFO_FIELDS = Object.keys(NO_INFO) as (keyof typeof NO_INFO)[]

const NO_SCOPE = { sees: 'all' as const, scopeStates: [], scopeTags: [], scopeHolders: '', scopeLessors: '' }
const SCOPE_FIELDS = Object.keys(NO_SCOPE) as (keyof typeof NO_SCOPE)[]

export const EMPTY: UserValues = {
  username: '',
  preset: NO_PROFILE,
  ...NO_INFO,
  tags: [],
  ...NO_SCOPE,
  invite: false,
}
export const LABELS: Readonly<Record<keyof UserValues, string>> = {
  ...USER_LABELS,
  tags: 'Etiquetas',
  sees: 'Ve',
  scopeStates: 'Ve: estados',
  scopeTags: 'Ve: etiquetas',
  scopeHolders: 'RFC o NIT',
  scopeLessors: 'Arrendadoras',
  invite: 'Invitar por correo',
}

/** The user's own password is not a value of the form, so that no draft contains it. */
export const PASSWORD = 'current'

export const UserRules = z.object({
  username: Username,
  preset: z.number().check(z.refine((id) => id !== NO_PROFILE, required(LABELS.preset))),
  ...USER_INFO,
})

const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])
const ascending = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

/** The vehicle scope of the form; undefined: all, or nothing selected yet. */
export const scopeFrom = ({
  sees,
  scopeStates,
  scopeTags,
  scopeHolders,
  scopeLessors,
}: UserValues): VehicleScope | undefined => {
  const [holders, lessors] = [linesOf(scopeHolders), linesOf(scopeLessors)]
  const scope = {
    ...(scopeStates.length > 0 && { states: ascending(scopeStates) }),
    ...(scopeTags.length > 0 && { tags: ascending(scopeTags) }),
    ...(holders.length > 0 && { holders }),
    ...(lessors.length > 0 && { lessors }),
  }
  return sees === 'part' && Object.keys(scope).length > 0 ? scope : undefined
}

/** The scope as it is sent. A part without values is sent empty, which the server refuses; null is the whole fleet. */
const sentScope = (values: UserValues): VehicleScope | null =>
  values.sees === 'part' ? (scopeFrom(values) ?? {}) : null

const scopeValues = (scope: VehicleScope | null) =>
  scope
    ? {
        sees: 'part' as const,
        scopeStates: scope.states ?? [],
        scopeTags: scope.tags ?? [],
        scopeHolders: (scope.holders ?? []).join('\n'),
        scopeLessors: (scope.lessors ?? []).join('\n'),
      }
    : NO_SCOPE

export const toUserValues = ({ user, userInfo, preset, tags, vehicleScope }: UserRow): UserValues => ({
  username: bareUsername(user.username),
  preset: preset.presetId,
  firstName: userInfo.firstName,
  lastName: userInfo.lastName,
  userCustomId: userInfo.userCustomId ?? '',
  userEmail: userInfo.userEmail ?? '',
  userPhone: userInfo.userPhone ?? '',
  tags: ascending(tags.map(({ tagId }) => tagId)),
  ...scopeValues(vehicleScope),
  invite: false,
})

/**
 * The form's field for a path of the server: `userClass.userInfo.userEmail`, `userClass.preset.presetId`,
 * `userClass.tags.0.tagId`, `current`.
 */
export const fieldAt = (path: string): string | undefined =>
  path.includes('vehicleScope') ? 'sees' : path.split('.').find((name) => name in EMPTY || name === PASSWORD)

const tagRefs = (ids: readonly number[]) => ids.map((tagId) => ({ tagId }))

/** The body that creates a user. @param withTags the user has tags_read, which sending tags requires */
export const newUser = (values: UserValues, withTags: boolean): Args<typeof users.create>['body'] => ({
  userClass: {
    user: { username: values.username, userStatus: true },
    userInfo: pickFields(
      values,
      INFO_FIELDS.filter((field) => values[field]),
    ),
    preset: { presetId: values.preset },
    roles: [],
    ...(withTags && { tags: tagRefs(values.tags) }),
    ...(values.sees === 'part' && { vehicleScope: sentScope(values) }),
  },
  ...(values.invite && { invite: true }),
})

/** An invitation requires an address; a part of the vehicles requires a selection. */
export const draftFaults = (values: UserValues): Faults => ({
  ...(values.invite && !values.userEmail.trim() && { userEmail: INVITED_WITHOUT_MAIL }),
  ...(values.sees === 'part' && !scopeFrom(values) && { sees: `${NO_SCOPE_VALUES}.` }),
})

/** The body of an edit: only the changed fields. */
export const userChange = (values: UserValues, changed: readonly (keyof UserValues)[]): UserChange => {
  const info = INFO_FIELDS.filter((field) => changed.includes(field))
  return {
    ...(changed.includes('username') && { user: { username: values.username } }),
    ...(info.length > 0 && { userInfo: pickFields(values, info) }),
    ...(changed.includes('preset') && { preset: { presetId: values.preset } }),
    ...(changed.includes('tags') && { tags: tagRefs(values.tags) }),
    ...(SCOPE_FIELDS.some((field) => changed.includes(field)) && { vehicleScope: sentScope(values) }),
  }
}

const textOf = (row: UserRow, field: keyof UserValues): string => {
  if (field === 'preset') return row.preset.rolePresetName
  if (field === 'sees') return row.vehicleScope ? 'Solo una parte de los vehículos' : 'Todos los vehículos'
  if (field === 'scopeStates') return (row.vehicleScope?.states ?? []).map(stateName).join(', ') || NOTHING
  if (field === 'scopeTags') return (row.vehicleScope?.tags ?? []).map((id) => `número ${id}`).join(', ') || NOTHING
  if (field === 'tags') return row.tags.map(({ tagName }) => tagName).join(', ') || NOTHING
  return String(toUserValues(row)[field]) || NOTHING
}

/** The differences, field by field in words. */
export const changesBetween = (read: UserRow, now: UserRow) => {
  const fields = differingFields(toUserValues(read), toUserValues(now)).map((field) => ({
    label: LABELS[field],
    before: textOf(read, field),
    after: textOf(now, field),
  }))
  const [before, after] = [statusText(read.user.userStatus), statusText(now.user.userStatus)]
  return before === after ? fields : [...fields, { label: 'Status', before, after }]
}
