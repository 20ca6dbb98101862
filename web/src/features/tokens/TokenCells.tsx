// What one token shows, whether in a row or on a card.
import type { Token } from '@padron/contract/tokens'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { untilText } from '../../lib/until-text.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { When } from '../../ui/When.tsx'
import { isOpen, levelsOf, opensAll, standingOf } from './token-words.ts'

type Props = { token: Token; clock: Clock }

const FEW = 2

export const Opens = ({ token: { name, permissions } }: Pick<Props, 'token'>): ReactNode => {
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

export const Standing = ({ token, clock: { now } }: Props): ReactNode => {
  const { sign, text } = standingOf(token, now)
  return (
    <span className="token__standing">
      <StatusSign sign={sign} size={16} />
      {text}
    </span>
  )
}

/** A day to come is told by how far it is. */
export const Ends = ({ token, clock }: Props): ReactNode => {
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

export const LastUsed = ({ token: { lastUsedAt, lastUsedAddress }, clock }: Props): ReactNode => {
  if (!lastUsedAt) return <span className="muted">Sin usar</span>
  return (
    <span className="token__used">
      <When at={lastUsedAt} clock={clock} />
      {lastUsedAddress && <small className="muted">desde {lastUsedAddress}</small>}
    </span>
  )
}
