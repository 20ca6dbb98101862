// Tokens as a table, or as cards on a phone. The company's list has a column for the owner.
import type { CompanyToken, Token } from '@padron/contract/tokens'
import type { Clock } from '../../lib/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { When } from '../../ui/When.tsx'
import { EndCell, LastUse, PermissionsCell, StatusCell, TwoLines } from './token-cells.tsx'
import { isOpen } from './token-texts.ts'

export type AnyToken = Token | CompanyToken

const ownerCell = (token: AnyToken) =>
  'user' in token && (
    <TwoLines first={token.user.username} second={!token.user.active && 'Usuario inactivo: no abre nada'} />
  )

type Props = { caption: string; tokens: readonly AnyToken[]; clock: Clock; onRevoke: (token: AnyToken) => void }

const columnsOf = (withOwners: boolean, onRevoke: Props['onRevoke']): readonly Column<AnyToken, Clock>[] => [
  {
    key: 'name',
    title: 'Token',
    head: true,
    cell: ({ name, ending }) => <TwoLines first={name} second={`termina en …${ending}`} />,
  },
  ...(withOwners ? [{ key: 'user', title: 'Usuario', cell: ownerCell }] : []),
  { key: 'status', title: 'Estado', card: 'line', cell: (token, clock) => <StatusCell token={token} clock={clock} /> },
  { key: 'permissions', title: 'Permisos', cell: (token) => <PermissionsCell {...token} /> },
  { key: 'ends', title: 'Vence', cell: (token, clock) => <EndCell token={token} clock={clock} /> },
  { key: 'used', title: 'Último uso', cell: (token, clock) => <LastUse {...token} clock={clock} /> },
  { key: 'created', title: 'Creado', cell: ({ createdAt }, clock) => <When at={createdAt} clock={clock} /> },
  {
    key: 'actions',
    title: 'Acciones',
    kind: 'menu',
    className: 'token__actions text-end',
    cell: (token, clock) =>
      isOpen(token, clock.now) && (
        <Button label="Revocar" about={token.name} small aria-haspopup="dialog" onClick={() => onRevoke(token)} />
      ),
  },
]

export const TokenRows = ({ caption, tokens, clock, onRevoke }: Props) => (
  <DataTable
    className="table table--boxed tokens__table"
    cards="token-card stack gap-8"
    caption={caption}
    columns={columnsOf(
      tokens.some((token) => 'user' in token),
      onRevoke,
    )}
    rows={tokens}
    keyOf={({ tokenId }) => tokenId}
    classNameOf={(token) => (isOpen(token, clock.now) ? undefined : 'token--ended')}
    context={clock}
  />
)
