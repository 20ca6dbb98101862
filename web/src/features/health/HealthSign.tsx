// How a source does, as a shape: the console's own signs for the three shares and for no data, a diamond with a cross where it
// fails right now, and two quiet ones where no machine asks.
import type { ReactNode } from 'react'
import type { Sign } from '../../lib/status-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { CellSign } from './cells.ts'

const SIGNS: Partial<Record<CellSign, Sign>> = {
  high: 'clear',
  intermittent: 'warning',
  low: 'debt',
  none: 'unprocessed',
}

type Props = { sign: CellSign; size?: number }

const Fails = ({ size }: { size: number }): ReactNode => (
  <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
    <path className="health-sign__fails" d="M10 .8 19.2 10 10 19.2.8 10Z" />
    <path className="health-sign__cross" d="m7.3 7.3 5.4 5.4m0-5.4-5.4 5.4" />
  </svg>
)

const shapeOf = (sign: CellSign, size: number): ReactNode => {
  const shape = SIGNS[sign]
  if (shape) return <StatusSign sign={shape} size={size} />
  if (sign === 'failing') return <Fails size={size} />
  return <Icon name={sign === 'manual' ? 'camera' : 'off'} size={size - 2} />
}

export const HealthSign = ({ sign, size = 20 }: Props): ReactNode => (
  <span className="health-sign centred rigid relative" data-health={sign}>
    {shapeOf(sign, size)}
  </span>
)
