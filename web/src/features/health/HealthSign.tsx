// How a source does, as a shape: the console's own signs for the three shares and for no data, and two quiet ones where no
// machine asks. A dot says that it fails right now.
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

type Props = { sign: CellSign; incident?: boolean; size?: number }

export const HealthSign = ({ sign, incident = false, size = 20 }: Props): ReactNode => {
  const shape = SIGNS[sign]
  return (
    <span className="health-sign" data-health={sign}>
      {shape ? (
        <StatusSign sign={shape} size={size} />
      ) : (
        <Icon name={sign === 'manual' ? 'camera' : 'off'} size={size - 2} />
      )}
      {incident && <span className="health-sign__now" />}
    </span>
  )
}
