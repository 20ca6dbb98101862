// Separate from users.ts, which the console's first page does not load.
export const USER_SORT_FIELDS = [
  'userCustomId',
  'username',
  'fullName',
  'userPhone',
  'userEmail',
  'rolePresetName',
  'userStatus',
  'lastSignIn',
] as const
export type UserSortField = (typeof USER_SORT_FIELDS)[number]
