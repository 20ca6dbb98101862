// Apart from users.ts, which is not in the first load of the console's page.
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
