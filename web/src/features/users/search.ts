// The users' search parameters: filters, order and page. Invalid ones are dropped. Names are those of the API, except
// for the status.
import { USER_SORT_FIELDS } from '@padron/contract/rules/user-sort-fields'
import { z } from 'zod/mini'
import { searchNumber, searchNumbers, searchText, searchWord } from '../../lib/search-params.ts'

export const UsersSearch = z.object({
  userCustomId: searchText(100),
  username: searchText(100),
  fullName: searchText(100),
  userPhone: searchText(100),
  userEmail: searchText(100),
  rolePresetName: searchText(100),
  tags: searchNumbers(1, 100),
  status: searchWord(['activo', 'inactivo']),
  page: searchNumber(1, 100_000),
  sort: searchWord(USER_SORT_FIELDS),
  order: searchWord(['asc', 'desc']),
})
export type UsersSearch = z.infer<typeof UsersSearch>
