// The columns: ONE table of what each shows, how wide it is and by which field it sorts (spec bulk §2).
import type { UserRow, UserSortField } from '@padron/contract/users'
import type { ReactNode } from 'react'
import { dateTime } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { TagsCell } from '../../ui/TagsCell.tsx'
import type { ChoosableColumn } from '../../ui/table-column.ts'
import type { CellContext } from './UserCells.tsx'
import { RowActions, StatusCell } from './UserCells.tsx'
import { fullName } from './user-words.ts'

type Column = ChoosableColumn<UserRow, CellContext, UserSortField>

const text = (value: string | null): ReactNode => value || <span className="muted">{NOTHING}</span>

const UserName = ({ row: { user } }: { row: UserRow }): ReactNode => (
  <span className="username strong block clip" title={user.username}>
    {user.username}
    {user.isMain && <small className="muted regular block">Cuenta principal</small>}
  </span>
)

const COLUMNS: readonly Column[] = [
  {
    key: 'userCustomId',
    title: 'ID',
    width: 64,
    sort: 'userCustomId',
    byDefault: true,
    cell: ({ userInfo }) => text(userInfo.userCustomId),
  },
  {
    key: 'username',
    title: 'Nombre de usuario',
    width: 156,
    sort: 'username',
    byDefault: true,
    head: true,
    cell: (row) => <UserName row={row} />,
  },
  {
    key: 'fullName',
    title: 'Nombre completo',
    width: 148,
    sort: 'fullName',
    byDefault: true,
    cell: ({ userInfo }) => text(fullName(userInfo)),
  },
  {
    key: 'userPhone',
    title: 'Teléfono',
    width: 96,
    sort: 'userPhone',
    byDefault: true,
    kind: 'code',
    cell: ({ userInfo }) => text(userInfo.userPhone),
  },
  {
    key: 'userEmail',
    title: 'Email',
    width: 168,
    sort: 'userEmail',
    byDefault: true,
    cell: ({ userInfo }) => text(userInfo.userEmail),
  },
  {
    key: 'rolePresetName',
    title: 'Perfil',
    width: 130,
    sort: 'rolePresetName',
    byDefault: true,
    cell: ({ preset }) => text(preset.rolePresetName),
  },
]
const TAGS: Column = {
  key: 'tags',
  title: 'Etiquetas',
  width: 164,
  byDefault: true,
  cell: ({ tags }) => <TagsCell tags={tags} />,
}
const STATUS: Column = {
  key: 'userStatus',
  title: 'Status',
  width: 104,
  sort: 'userStatus',
  byDefault: true,
  cell: (row, context) => <StatusCell row={row} context={context} />,
}
const LAST_SIGN_IN: Column = {
  key: 'lastSignIn',
  title: 'Último acceso',
  width: 132,
  sort: 'lastSignIn',
  byDefault: false,
  kind: 'code',
  cell: ({ user }, { zone }) =>
    user.lastSignIn ? dateTime(user.lastSignIn, zone) : <span className="muted">Nunca</span>,
}
const ACTIONS: Column = {
  key: 'actions',
  title: 'Acciones',
  width: 84,
  byDefault: true,
  fixed: true,
  cell: (row, context) => <RowActions row={row} context={context} />,
}

/** Every column of who asks. @param withTags holds tags_read @param admin holds users_admin */
export const columnsOf = (withTags: boolean, admin: boolean): readonly Column[] => [
  ...COLUMNS,
  ...(withTags ? [TAGS] : []),
  STATUS,
  LAST_SIGN_IN,
  ...(admin ? [ACTIONS] : []),
]
