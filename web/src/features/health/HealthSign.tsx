// The availability of a source as a shape: the console's signs for the three shares and for no data, a diamond with a
// cross for a source that is failing now, and two plain ones for sources that no machine queries.
import { HEALTH_DAYS } from '@padron/contract/health'
import type { Sign } from '../../lib/status-texts.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type CellSign, SIGN_NAMES } from './cells.ts'

const SIGNS: Partial<Record<CellSign, Sign>> = {
  high: 'clear',
  intermittent: 'warning',
  low: 'debt',
  none: 'unprocessed',
}

const shapeOf = (sign: CellSign, size: number) => {
  const shape = SIGNS[sign]
  if (shape) return <StatusSign sign={shape} size={size} />
  if (sign !== 'failing') return <Icon name={sign === 'manual' ? 'camera' : 'off'} size={size - 2} />
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path className="health-sign__fails" d="M10 .8 19.2 10 10 19.2.8 10Z" />
      <path className="health-sign__cross" d="m7.3 7.3 5.4 5.4m0-5.4-5.4 5.4" />
    </svg>
  )
}

export const HealthSign = ({ sign, size = 20 }: { sign: CellSign; size?: number }) => (
  <span className="health-sign centred rigid relative" data-health={sign}>
    {shapeOf(sign, size)}
  </span>
)

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

const Signs = ({ label, meanings }: { label: string; meanings: readonly Meaning[] }) => (
  <ul className="flex-wrap" aria-label={label}>
    {meanings.map(({ sign, meaning }) => (
      <li className="row gap-6" key={sign}>
        <HealthSign sign={sign} size={18} />
        <span>
          {SIGN_NAMES[sign]} <span className="muted">{meaning}</span>
        </span>
      </li>
    ))}
  </ul>
)

/** The legend of the signs, with their thresholds (spec core §4). Collapsed on a phone. */
export const Legend = () => {
  const lists = (
    <>
      <p className="muted">Consultas con respuesta en los últimos {HEALTH_DAYS} días:</p>
      <Signs label="Simbología" meanings={SHARES} />
      <Signs label="Otros signos" meanings={OTHERS} />
    </>
  )
  if (!useMedia(PHONE)) return <div className="health-legend row-wrap small">{lists}</div>
  return (
    <details className="health-legend small">
      <summary>Simbología</summary>
      {lists}
    </details>
  )
}
