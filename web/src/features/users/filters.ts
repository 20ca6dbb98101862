// The filters: from the address to the call's body, and to the chips of the active ones. Pure.
import { USERS_PAGE_SIZE, type UserFilter } from '@padron/contract/users'
import type { UsersSearch } from './search.ts'

export const TEXT_FILTERS = [
  { key: 'username', label: 'Nombre de usuario', inBar: true },
  { key: 'fullName', label: 'Nombre completo', inBar: true },
  { key: 'userEmail', label: 'Email', inBar: true },
  { key: 'userCustomId', label: 'ID', inBar: false },
  { key: 'userPhone', label: 'Teléfono', inBar: false },
  { key: 'rolePresetName', label: 'Perfil', inBar: false },
] as const satisfies readonly { key: keyof UsersSearch; label: string; inBar: boolean }[]

export const STATUSES = [
  { value: 'activo', label: 'Activo' },
  { value: 'inactivo', label: 'Inactivo' },
] as const

/** Undefined if nothing in the group is set: the server rejects an empty group. */
const present = <T extends object>(group: T): T | undefined =>
  Object.values(group).some((value) => value !== undefined) ? group : undefined

/** @param withTags the user has tags_read; the server rejects this filter of other users */
const userFilter = (search: UsersSearch, withTags: boolean): UserFilter => {
  const { username, fullName, userCustomId, userEmail, userPhone, rolePresetName, tags, status } = search
  const groups = {
    user: present({ username, userStatus: status && status === 'activo' }),
    userInfo: present({ fullName, userCustomId, userEmail, userPhone }),
    preset: present({ rolePresetName }),
    tags: withTags ? tags?.map((tagId) => ({ tagId })) : undefined,
  }
  return JSON.parse(JSON.stringify(groups)) as UserFilter
}

/** The list call's body. */
export const listBody = (search: UsersSearch, withTags: boolean) => ({
  userClass: userFilter(search, withTags),
  filter_options: {
    page: search.page ?? 1,
    pageSize: USERS_PAGE_SIZE,
    ...(search.sort && { sortBy: search.sort, sortFilterOrder: search.order ?? 'asc' }),
  },
})

/** One chip for each active filter. @param tagName undefined for users who may not read tags */
export const chips = (search: UsersSearch, tagName: ((id: number) => string) | undefined) =>
  [
    ...TEXT_FILTERS.map(({ key, label }) => ({ key, label, value: search[key] })),
    { key: 'tags', label: 'Etiquetas', value: tagName && search.tags?.map(tagName).join(', ') },
    { key: 'status', label: 'Status', value: STATUSES.find(({ value }) => value === search.status)?.label },
  ].flatMap(({ value, ...chip }) => (value ? [{ ...chip, value }] : []))
