// The cells that tokens and service accounts share.
import type { Token } from '@padron/contract/tokens'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { untilText } from '../../lib/until-text.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { When } from '../../ui/When.tsx'
import { type Ending, isOpen, opensAll, statusOf, tokenLevels, type Words } from './token-texts.ts'

/** Up to this number all types are shown. */
const FEW = 2

export const PermissionsCell = ({ name, permissions }: Pick<Token, 'name' | 'permissions'>) => {
  const levels = tokenLevels(permissions)
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

type CellProps = { token: Ending; clock: Clock }

export const StatusCell = ({ token, clock: { now }, words }: CellProps & { words?: Words }) => {
  const { sign, text } = statusOf(token, now, words)
  return (
    <span className="row-inline gap-6 nowrap">
      <StatusSign sign={sign} size={16} />
      {text}
    </span>
  )
}

/** A future date is shown as a distance. */
export const EndCell = ({ token, clock }: CellProps) => {
  const { expiresAt } = token
  if (Date.parse(expiresAt) <= clock.now) return <When at={expiresAt} clock={clock} />
  // Ended or revoked: only the date is shown.
  if (!isOpen(token, clock.now)) return <time dateTime={expiresAt}>{dateInText(expiresAt, clock.zone)}</time>
  return (
    <span className="when nowrap">
      <time dateTime={expiresAt}>{untilText(expiresAt, clock)}</time>
      <small className="when__exact muted">{dateInText(expiresAt, clock.zone)}</small>
    </span>
  )
}

type LastUseProps = Pick<Token, 'lastUsedAt' | 'lastUsedAddress'> & { clock: Clock }

export const LastUse = ({ lastUsedAt, lastUsedAddress, clock }: LastUseProps) => {
  if (!lastUsedAt) return <span className="muted">Sin usar</span>
  return (
    <span className="token__used">
      <When at={lastUsedAt} clock={clock} />
      {lastUsedAddress && <small className="muted">desde {lastUsedAddress}</small>}
    </span>
  )
}

export const TwoLines = ({ first, second }: { first: string; second: string | false }) => (
  <>
    {first}
    {second && <small className="block tiny regular muted">{second}</small>}
  </>
)
