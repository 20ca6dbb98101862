// A profile as its editor shows it: a name and a level for each role type. Pure.
import { expandRoles, ROLES, rolesOf } from '@padron/contract/permissions'
import { PROFILE_TEXTS, type Profile, ProfileName, RESERVED_PROFILES, type RoleGroup } from '@padron/contract/profiles'
import { faultOf } from '@padron/contract/rules/user-rules'
import { countOf } from '@padron/contract/texts/count-of'
import { z } from 'zod/mini'
import { numberText } from '../../lib/number-text.ts'
import { plainText } from '../../lib/plain-text.ts'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'

/** Levels by role type; a missing one is level 0. */
export const Draft = z.object({
  name: z.string(),
  levels: z.record(z.string(), z.int()),
  requiresFactor: z._default(z.boolean(), false),
})
export type Draft = { name: string; levels: Readonly<Record<number, number>>; requiresFactor: boolean }
export type Levels = Draft['levels']

export const EMPTY: Draft = { name: '', levels: {}, requiresFactor: false }

export const draftOf = ({ preset, presetMaxLevels }: Profile): Draft => ({
  name: preset.rolePresetName,
  levels: Object.fromEntries(presetMaxLevels.map(({ roleTypeId, level }) => [roleTypeId, level])),
  requiresFactor: preset.requiresFactor,
})

const levelIn = (levels: Levels, { roleTypeId }: RoleGroup): number => levels[roleTypeId] ?? 0

const roleAt = ({ roles }: RoleGroup, at: number) => roles.find(({ level }) => level === at)

/** The minimum level of a role type that another type implies, and the name of that type. */
export type Least = { level: number; by: string }

export const leastOf = (groups: readonly RoleGroup[], levels: Levels, { roleTypeId }: RoleGroup): Least => {
  const broughtBy = (other: RoleGroup): number => {
    const role = roleAt(other, levelIn(levels, other))
    const brought = expandRoles(role ? rolesOf([role.roleId]).map(({ name }) => name) : [])
    return Math.max(
      0,
      ...ROLES.map((one) => (one.roleTypeId === roleTypeId && brought.includes(one.name) ? one.level : 0)),
    )
  }
  return groups
    .filter((other) => other.roleTypeId !== roleTypeId)
    .map((other) => ({ level: broughtBy(other), by: other.name }))
    .reduce((most, one) => (one.level > most.level ? one : most), { level: 0, by: '' })
}

/** The effective level: the selected one, or the minimum that another type implies. */
export const levelWith = (groups: readonly RoleGroup[], levels: Levels, group: RoleGroup): number =>
  Math.max(levelIn(levels, group), leastOf(groups, levels, group).level)

/** The roles of the request: that of the highest level of each type. */
export const roleIdsOf = (groups: readonly RoleGroup[], levels: Levels): number[] =>
  groups.flatMap((group) => roleAt(group, levelWith(groups, levels, group))?.roleId ?? [])

export const isSame = (groups: readonly RoleGroup[], a: Draft, b: Draft): boolean =>
  a.name.trim() === b.name.trim() &&
  a.requiresFactor === b.requiresFactor &&
  groups.every((group) => levelWith(groups, a.levels, group) === levelWith(groups, b.levels, group))

/**
 * Applies the user's own change to another user's version: the newest version, plus the differences between the draft
 * and the version that it began from.
 */
export const mergeDrafts = (groups: readonly RoleGroup[], base: Draft, mine: Draft, newest: Draft): Draft => ({
  name: mine.name.trim() === base.name.trim() ? newest.name : mine.name,
  levels: Object.fromEntries(
    groups.map((group) => {
      const own = levelIn(mine.levels, group)
      return [group.roleTypeId, own === levelIn(base.levels, group) ? levelIn(newest.levels, group) : own]
    }),
  ),
  requiresFactor: mine.requiresFactor === base.requiresFactor ? newest.requiresFactor : mine.requiresFactor,
})

export const FACTOR_LABEL = 'Pedir la verificación en dos pasos'
const yesNo = (is: boolean): string => (is ? 'Sí' : 'No')

/** The differences in words. */
export const changesBetween = (groups: readonly RoleGroup[], before: Draft, after: Draft) =>
  [
    { label: 'Nombre', before: before.name.trim(), after: after.name.trim() },
    { label: FACTOR_LABEL, before: yesNo(before.requiresFactor), after: yesNo(after.requiresFactor) },
    ...groups.map((group) => ({
      label: group.name,
      before: levelText(group, levelWith(groups, before.levels, group)),
      after: levelText(group, levelWith(groups, after.levels, group)),
    })),
  ].filter((change) => change.before !== change.after)

export const levelText = ({ roles }: RoleGroup, level: number): string =>
  roles.find((role) => role.level === level)?.description ?? PROFILE_TEXTS.noLevel

/**
 * The fault of a name, or undefined; as in the database, accents and capitals are ignored.
 * @param others names of the other profiles
 */
export const nameFault = (name: string, others: readonly string[]): string | undefined => {
  const isDuplicate = [...RESERVED_PROFILES, ...others].some((other) => plainText(other) === plainText(name.trim()))
  return faultOf(ProfileName, name) ?? (isDuplicate ? PROFILE_TEXTS.nameInUse : undefined)
}

/** The faults of a draft by field. */
export const validateProfile = (
  groups: readonly RoleGroup[],
  { name, levels }: Draft,
  others: readonly string[],
): Faults =>
  onlyFaults({ name: nameFault(name, others), levels: !roleIdsOf(groups, levels).length && PROFILE_TEXTS.empty })

/** Whether the path is the name's: each call has its own word for it. */
export const isNamePath = (path: string): boolean => /(^|\.)(presetName|rolePresetName)$/.test(path)

export const usersText = (count: number): string =>
  count === 0 ? 'Sin usuarios' : countOf(count, 'usuario', 'usuarios')

const NAMES = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })
/** Sorts by name, numbers by value: 2 before 10. */
export const byName = (profiles: readonly Profile[]): readonly Profile[] =>
  profiles.toSorted((a, b) => NAMES.compare(a.preset.rolePresetName, b.preset.rolePresetName))

/** How many users a change of the profile affects. */
export const reachText = (count: number, readOnly: boolean): string => {
  if (count === 0) return 'Ningún usuario tiene este perfil.'
  const who = count === 1 ? '1 usuario tiene este perfil' : `${numberText(count)} usuarios tienen este perfil`
  return readOnly ? `${who}.` : `${who}; el cambio ${count === 1 ? 'le' : 'les'} llega en segundos.`
}
