// What the signs mean, with their thresholds (spec core §4). On a phone it opens when asked.
import { HEALTH_DAYS } from '@padron/contract/health'
import type { ReactNode } from 'react'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { type CellSign, SIGN_NAMES } from './cells.ts'
import { HealthSign } from './HealthSign.tsx'

type Meaning = { sign: CellSign; meaning: string }

const SHARES: readonly Meaning[] = [
  { sign: 'high', meaning: 'más de 90 %' },
  { sign: 'intermittent', meaning: 'más de 10 y hasta 90 %' },
  { sign: 'low', meaning: '10 % o menos' },
  { sign: 'none', meaning: 'sin consultas' },
]
const OTHERS: readonly Meaning[] = [
  { sign: 'failing', meaning: 'incidente en curso' },
  { sign: 'manual', meaning: 'el portal pide una persona, o así se decidió' },
  { sign: 'nobody', meaning: 'nadie la consulta; puede capturarse a mano' },
]

const Signs = ({ label, meanings }: { label: string; meanings: readonly Meaning[] }): ReactNode => (
  <ul aria-label={label}>
    {meanings.map(({ sign, meaning }) => (
      <li key={sign}>
        <HealthSign sign={sign} size={18} />
        <span>
          {SIGN_NAMES[sign]} <span className="muted">{meaning}</span>
        </span>
      </li>
    ))}
  </ul>
)

const Lists = (): ReactNode => (
  <>
    <p className="muted">Consultas con respuesta en los últimos {HEALTH_DAYS} días:</p>
    <Signs label="Simbología" meanings={SHARES} />
    <Signs label="Otros signos" meanings={OTHERS} />
  </>
)

export const Legend = (): ReactNode =>
  useMedia(PHONE) ? (
    <details className="health-legend small">
      <summary>Simbología</summary>
      <Lists />
    </details>
  ) : (
    <div className="health-legend small">
      <Lists />
    </div>
  )
