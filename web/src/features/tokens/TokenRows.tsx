// Tokens: a table, and on a phone a card for each. Those of the company say whose they are.
import type { CompanyToken, Token } from '@padron/contract/tokens'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { untilText } from '../../lib/until-text.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { Column } from '../../ui/table-column.ts'
import { When } from '../../ui/When.tsx'
import { isOpen, levelsOf, opensAll, statusOf } from './token-words.ts'

export type AnyToken = Token | CompanyToken

/** Up to so many types are all in sight. */
const FEW = 2

const permissionsCell = ({ name, permissions }: AnyToken) => {
  const levels = levelsOf(permissions)
  const list = (
    <ul>
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

const statusCell = (token: AnyToken, { now }: Clock) => {
  const { sign, text } = statusOf(token, now)
  return (
    <span className="row-inline gap-6 nowrap">
      <StatusSign sign={sign} size={16} />
      {text}
    </span>
  )
}

/** A future day is displayed by its distance. */
const endCell = (token: AnyToken, clock: Clock) => {
  const { expiresAt } = token
  if (Date.parse(expiresAt) <= clock.now) return <When at={expiresAt} clock={clock} />
  // Revoked before: that day means nothing any more.
  if (!isOpen(token, clock.now)) return <time dateTime={expiresAt}>{dateInText(expiresAt, clock.zone)}</time>
  return (
    <span className="when nowrap">
      <time dateTime={expiresAt}>{untilText(expiresAt, clock)}</time>
      <small className="when__exact muted">{dateInText(expiresAt, clock.zone)}</small>
    </span>
  )
}

const lastUseCell = ({ lastUsedAt, lastUsedAddress }: AnyToken, clock: Clock) => {
  if (!lastUsedAt) return <span className="muted">Sin usar</span>
  return (
    <span className="token__used">
      <When at={lastUsedAt} clock={clock} />
      {lastUsedAddress && <small className="muted">desde {lastUsedAddress}</small>}
    </span>
  )
}

const twoLines = (first: string, second: string | false) => (
  <>
    {first}
    {second && <small className="block tiny regular muted">{second}</small>}
  </>
)

const ownerCell = (token: AnyToken) =>
  'user' in token && twoLines(token.user.username, !token.user.active && 'Usuario inactivo: no abre nada')

type Props = { caption: string; tokens: readonly AnyToken[]; clock: Clock; onRevoke: (token: AnyToken) => void }

const columnsOf = (withOwners: boolean, onRevoke: Props['onRevoke']): readonly Column<AnyToken, Clock>[] => [
  { key: 'name', title: 'Token', head: true, cell: ({ name, ending }) => twoLines(name, `termina en …${ending}`) },
  ...(withOwners ? [{ key: 'user', title: 'Usuario', cell: ownerCell }] : []),
  { key: 'status', title: 'Estado', card: 'line', cell: statusCell },
  { key: 'permissions', title: 'Permisos', cell: permissionsCell },
  { key: 'ends', title: 'Vence', cell: endCell },
  { key: 'used', title: 'Último uso', cell: lastUseCell },
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
