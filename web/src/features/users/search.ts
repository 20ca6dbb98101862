// The users' address: filters, sort and page. Whatever does not fit is dropped. Names are the wire's own, but for the
// status.
import type { UserSortField } from '@padron/contract/users'
import { z } from 'zod/mini'
import { searchNumber, searchNumbers, searchText, searchWord } from '../../lib/search-params.ts'

// Named here again, and held to the contract's: this file is in the page's first load, the contract's users are not.
const SORTS = [
  'userCustomId',
  'username',
  'fullName',
  'userPhone',
  'userEmail',
  'rolePresetName',
  'userStatus',
  'lastSignIn',
] as const satisfies readonly UserSortField[]

export const UsersSearch = z.object({
  userCustomId: searchText(100),
  username: searchText(100),
  fullName: searchText(100),
  userPhone: searchText(100),
  userEmail: searchText(100),
  rolePresetName: searchText(100),
  tags: searchNumbers(1),
  status: searchWord(['activo', 'inactivo']),
  page: searchNumber(1, 100_000),
  sort: searchWord(SORTS),
  order: searchWord(['asc', 'desc']),
})
export type UsersSearch = z.infer<typeof UsersSearch>
