// Limits what one user may grant to another: users may grant or administer only the roles that they have. Comparisons
// use sets closed under the hierarchy, by the ids of the vocabulary, never by a profile's name.
import { expandRoles, ROLE_TYPES, ROLES, type Role, rolesOf } from '@padron/contract/permissions'

type Roles = ReadonlySet<Role>

/** Expands stored role ids to all roles that they imply. */
export const rolesFrom = (ids: readonly number[]): Set<Role> =>
  new Set(expandRoles(rolesOf(ids).map(({ name }) => name)))

/** Whether `held` has all of `wanted`; the main account has everything. */
export const covers = (held: Roles, wanted: Iterable<Role>): boolean =>
  held.has('admin') || [...wanted].every((role) => held.has(role))

/** The highest level of each role type held. */
export const listRoleLevels = (roles: Roles): { roleTypeId: number; level: number }[] =>
  ROLE_TYPES.map(({ roleTypeId, levels }) => ({
    roleTypeId,
    level: levels.findLastIndex(({ name }) => roles.has(name)) + 1,
  })).filter(({ level }) => level > 0)

/** The vocabulary's rows of these roles, without `admin`, which is not a level. */
export const levelRows = (roles: Roles) =>
  ROLES.filter(({ roleId, name }) => roleId > 0 && roles.has(name)).map(({ roleId, roleTypeId, level }) => ({
    roleId,
    roleTypeId,
    level,
  }))

/** The ids to store: only the highest of each type, because a level includes the lower ones. */
export const highestIds = (ids: readonly number[]): number[] => {
  const wanted = rolesOf(ids)
  return wanted
    .filter(({ roleTypeId, level }) => !wanted.some((other) => other.roleTypeId === roleTypeId && other.level > level))
    .map(({ roleId }) => roleId)
    .filter((id, i, all) => all.indexOf(id) === i)
    .toSorted((a, b) => a - b)
}
