// The columns, in one table: content, width and sort field of each (spec bulk §2).
import type { UserSortField } from '@padron/contract/rules/user-sort-fields'
import type { UserRow } from '@padron/contract/users'
import { dateInText } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { EmailText } from '../../ui/domain/EmailText.tsx'
import { TagsCell } from '../../ui/domain/TagsCell.tsx'
import type { ChoosableColumn } from '../../ui/table/table-column.ts'
import { type CellContext, PermissionsButton, RowActions, StatusCell } from './UserCells.tsx'
import { fullName } from './user-texts.ts'

type Column = ChoosableColumn<UserRow, CellContext, UserSortField>

const muted = (words: string) => <span className="muted">{words}</span>
const text = (value: string | null) => (value ? <EmailText text={value} /> : muted(NOTHING))

const UserName = ({ row: { user } }: { row: UserRow }) => (
  <span className="username strong block">
    {user.username}
    {user.isMain && <small className="muted regular block">Cuenta principal</small>}
    {user.invitedAt && <small className="muted regular block">Invitación pendiente</small>}
  </span>
)

/** A column that sorts by the field of its name. */
const sortable = (
  key: UserSortField,
  title: string,
  width: number,
  cell: Column['cell'],
  more: Partial<Column> = {},
): Column => ({ key, title, width, sort: key, byDefault: true, cell, ...more })

const COLUMNS: readonly Column[] = [
  sortable('userCustomId', 'ID', 56, ({ userInfo }) => text(userInfo.userCustomId)),
  sortable('username', 'Nombre de usuario', 118, (row) => <UserName row={row} />, { head: true }),
  sortable('fullName', 'Nombre completo', 120, ({ userInfo }) => text(fullName(userInfo))),
  sortable('userPhone', 'Teléfono', 96, ({ userInfo }) => text(userInfo.userPhone), { kind: 'code' }),
  sortable('userEmail', 'Email', 168, ({ userInfo }) => text(userInfo.userEmail)),
  sortable('rolePresetName', 'Perfil', 114, (row, context) => <PermissionsButton row={row} context={context} />),
  { key: 'tags', title: 'Etiquetas', width: 100, byDefault: true, cell: ({ tags }) => <TagsCell tags={tags} /> },
  sortable('userStatus', 'Status', 104, (row, context) => <StatusCell row={row} context={context} />, {
    className: 'user-status',
  }),
  sortable(
    'lastSignIn',
    'Último acceso',
    132,
    ({ user }, { zone }) => (user.lastSignIn ? dateInText(user.lastSignIn, zone) : muted('Nunca')),
    { byDefault: false, kind: 'code' },
  ),
  {
    key: 'actions',
    title: 'Acciones',
    width: 80,
    byDefault: true,
    fixed: true,
    className: 'no-print',
    cell: (row, context) => <RowActions row={row} context={context} />,
  },
]

/** The columns of the signed-in user. @param withTags the user has tags_read @param admin the user has users_admin */
export const userColumns = (withTags: boolean, admin: boolean): readonly Column[] =>
  COLUMNS.filter(({ key }) => (key === 'tags' ? withTags : key !== 'actions' || admin))
