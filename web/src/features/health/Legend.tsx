// What the signs mean, with their thresholds (spec core §4).
import { HEALTH_DAYS } from '@padron/contract/health'
import type { ReactNode } from 'react'
import { type CellSign, SIGN_NAMES } from './cells.ts'
import { HealthSign } from './HealthSign.tsx'

// biome-ignore format: a table to be read by columns
const MEANINGS: readonly { sign: CellSign; meaning: string }[] = [
  { sign: 'high',         meaning: 'más de 90 %' },
  { sign: 'intermittent', meaning: 'más de 10 y hasta 90 %' },
  { sign: 'low',          meaning: '10 % o menos' },
  { sign: 'none',         meaning: 'sin consultas' },
  { sign: 'manual',       meaning: '' },
  { sign: 'nobody',       meaning: '' },
]

export const Legend = (): ReactNode => (
  <div className="health-legend">
    <p className="muted">Consultas con respuesta en los últimos {HEALTH_DAYS} días:</p>
    <ul aria-label="Simbología">
      {MEANINGS.map(({ sign, meaning }) => (
        <li key={sign}>
          <HealthSign sign={sign} size={18} />
          {SIGN_NAMES[sign]}
          {meaning && <span className="muted">{meaning}</span>}
        </li>
      ))}
      <li>
        <span className="health-sign__now health-sign__now--alone" aria-hidden="true" />
        Con incidente ahora
      </li>
    </ul>
  </div>
)
