// Tokens: a table, and on a phone a card for each. Those of the company say whose they are.
import type { CompanyToken, Token } from '@padron/contract/tokens'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-column.ts'
import { When } from '../../ui/When.tsx'
import { Ends, LastUsed, Opens, Standing } from './TokenCells.tsx'
import { isOpen } from './token-words.ts'

export type AnyToken = Token | CompanyToken
type Props = { caption: string; tokens: readonly AnyToken[]; clock: Clock; onRevoke: (token: AnyToken) => void }
type OneProps = Pick<Props, 'clock' | 'onRevoke'> & { token: AnyToken }

const Owner = ({ token }: { token: AnyToken }): ReactNode =>
  'user' in token && (
    <>
      {token.user.username}
      {!token.user.active && <small className="token__under muted">Usuario inactivo: no abre nada</small>}
    </>
  )

const Name = ({ token: { name, ending } }: { token: AnyToken }): ReactNode => (
  <>
    {name}
    <small className="token__under muted">termina en …{ending}</small>
  </>
)

const Revoke = ({ token, clock, onRevoke }: OneProps): ReactNode =>
  isOpen(token, clock.now) && (
    <button type="button" className="button button--small" aria-haspopup="dialog" onClick={() => onRevoke(token)}>
      Revocar<span className="visually-hidden"> {token.name}</span>
    </button>
  )

const columnsOf = (owners: boolean, onRevoke: Props['onRevoke']): readonly Column<AnyToken, Clock>[] => [
  { key: 'name', title: 'Token', head: true, cell: (token) => <Name token={token} /> },
  ...(owners ? [{ key: 'user', title: 'Usuario', cell: (token: AnyToken) => <Owner token={token} /> }] : []),
  { key: 'standing', title: 'Estado', card: 'line', cell: (token, clock) => <Standing token={token} clock={clock} /> },
  { key: 'opens', title: 'Permisos', cell: (token) => <Opens token={token} /> },
  { key: 'ends', title: 'Vence', cell: (token, clock) => <Ends token={token} clock={clock} /> },
  { key: 'used', title: 'Último uso', cell: (token, clock) => <LastUsed token={token} clock={clock} /> },
  { key: 'created', title: 'Creado', cell: ({ createdAt }, clock) => <When at={createdAt} clock={clock} /> },
  {
    key: 'actions',
    title: 'Acciones',
    kind: 'menu',
    className: 'token__do',
    cell: (token, clock) => <Revoke token={token} clock={clock} onRevoke={onRevoke} />,
  },
]

export const TokenRows = ({ caption, tokens, clock, onRevoke }: Props): ReactNode => (
  <DataTable
    className="table table--boxed tokens__table"
    cards="token-card"
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
