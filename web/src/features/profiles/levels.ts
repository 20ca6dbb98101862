// A profile as its author sees it: a name and a level of each role type. Pure.
import { PROFILE_TEXTS, type Profile, ProfileName, RESERVED_PROFILES, type RoleGroup } from '@padron/contract/profiles'
import { faultOf } from '@padron/contract/user-rules'
import { plainText } from '../../lib/plain-text.ts'

/** Level by role type; absent is none. */
export type Levels = Readonly<Record<number, number>>
export type Draft = { name: string; levels: Levels }

export const EMPTY: Draft = { name: '', levels: {} }

export const draftOf = ({ preset, presetMaxLevels }: Profile): Draft => ({
  name: preset.rolePresetName,
  levels: Object.fromEntries(presetMaxLevels.map(({ roleTypeId, level }) => [roleTypeId, level])),
})

export const levelIn = (levels: Levels, { roleTypeId }: Pick<RoleGroup, 'roleTypeId'>): number =>
  levels[roleTypeId] ?? 0

/** What the wire wants: the role of the highest level of each type. */
export const roleIdsOf = (groups: readonly RoleGroup[], levels: Levels): number[] =>
  groups.flatMap((group) => {
    const role = group.roles.find(({ level }) => level === levelIn(levels, group))
    return role ? [role.roleId] : []
  })

export const isSame = (groups: readonly RoleGroup[], a: Draft, b: Draft): boolean =>
  a.name.trim() === b.name.trim() && groups.every((group) => levelIn(a.levels, group) === levelIn(b.levels, group))

export const levelText = ({ roles }: RoleGroup, level: number): string =>
  roles.find((role) => role.level === level)?.description ?? PROFILE_TEXTS.noLevel

/** What is wrong with a name, or undefined; as in the database, accents and capitals do not tell names apart. @param others names of the other profiles */
export const nameFault = (name: string, others: readonly string[]): string | undefined => {
  const taken = [...RESERVED_PROFILES, ...others].some((other) => plainText(other) === plainText(name.trim()))
  return faultOf(ProfileName, name) ?? (taken ? PROFILE_TEXTS.nameTaken : undefined)
}

/** What is wrong with a draft, by field. */
export const faultsOf = (
  groups: readonly RoleGroup[],
  { name, levels }: Draft,
  others: readonly string[],
): { name?: string | undefined; roles?: string | undefined } => ({
  name: nameFault(name, others),
  roles: roleIdsOf(groups, levels).length ? undefined : PROFILE_TEXTS.empty,
})

export const usersText = (count: number): string =>
  count === 0 ? 'Sin usuarios' : `${count.toLocaleString('es-MX')} ${count === 1 ? 'usuario' : 'usuarios'}`

/** Whom a change of the profile reaches. */
export const reachText = (count: number, readOnly: boolean): string => {
  if (count === 0) return 'Ningún usuario tiene este perfil.'
  const who =
    count === 1 ? '1 usuario tiene este perfil' : `${count.toLocaleString('es-MX')} usuarios tienen este perfil`
  return readOnly ? `${who}.` : `${who}; el cambio ${count === 1 ? 'le' : 'les'} llega en segundos.`
}
