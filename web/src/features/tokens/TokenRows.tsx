// Tokens: a table, and on a phone a card for each. Those of the company say whose they are.
import type { CompanyToken, Token } from '@padron/contract/tokens'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { untilText } from '../../lib/until-text.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { Column } from '../../ui/table-column.ts'
import { When } from '../../ui/When.tsx'
import { isOpen, levelsOf, opensAll, standingOf } from './token-words.ts'

type TokenCellsProps = { token: Token; clock: Clock }

const FEW = 2

const Opens = ({ token: { name, permissions } }: Pick<TokenCellsProps, 'token'>): ReactNode => {
  const levels = levelsOf(permissions)
  const list = (
    <ul className="token__levels">
      {levels.map(({ type, level }) => (
        <li key={type}>
          {type}: <span className="muted">{level}</span>
        </li>
      ))}
    </ul>
  )
  if (levels.length <= FEW) return list
  return (
    <details>
      <summary>
        {opensAll(permissions) ? 'Todos los permisos' : `${levels.length} tipos de permiso`}
        <span className="visually-hidden"> de {name}</span>
      </summary>
      {list}
    </details>
  )
}

const Standing = ({ token, clock: { now } }: TokenCellsProps): ReactNode => {
  const { sign, text } = standingOf(token, now)
  return (
    <span className="token__standing">
      <StatusSign sign={sign} size={16} />
      {text}
    </span>
  )
}

/** A day to come is told by how far it is. */
const Ends = ({ token, clock }: TokenCellsProps): ReactNode => {
  const { expiresAt } = token
  if (Date.parse(expiresAt) <= clock.now) return <When at={expiresAt} clock={clock} />
  // Revoked before: that day means nothing any more.
  if (!isOpen(token, clock.now)) return <time dateTime={expiresAt}>{dateTime(expiresAt, clock.zone)}</time>
  return (
    <span className="when nowrap">
      <time dateTime={expiresAt}>{untilText(expiresAt, clock)}</time>
      <small className="when__exact muted">{dateTime(expiresAt, clock.zone)}</small>
    </span>
  )
}

const LastUsed = ({ token: { lastUsedAt, lastUsedAddress }, clock }: TokenCellsProps): ReactNode => {
  if (!lastUsedAt) return <span className="muted">Sin usar</span>
  return (
    <span className="token__used">
      <When at={lastUsedAt} clock={clock} />
      {lastUsedAddress && <small className="muted">desde {lastUsedAddress}</small>}
    </span>
  )
}

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
    <Button label="Revocar" about={`${token.name}`} small aria-haspopup="dialog" onClick={() => onRevoke(token)} />
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
