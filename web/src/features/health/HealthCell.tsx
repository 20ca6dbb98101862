// A cell of the health table: a plain button with the sign and the share; its tooltip describes each source, pressing
// it opens the worst one.
import type { TypeHealth } from '@padron/contract/health'
import { useId } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { SERVICE_HINTS } from '../../lib/service-hints.ts'
import { Tip } from '../../ui/overlay/Tip.tsx'
import { UnbrokenDates } from '../../ui/UnbrokenDates.tsx'
import { cellName, cellSign, durationText, PAST, percentText, signText, worstOf } from './cells.ts'
import { HealthSign } from './HealthSign.tsx'

const lastGoodText = (at: string | null, { now, zone }: Clock): string => {
  if (at === null) return 'Sin respuesta válida todavía'
  const since = sinceText('Última respuesta válida', at, now, zone)
  const exact = dateInText(at, zone)
  return since.includes(exact) ? since : `${since} (${exact})`
}

/** The content of a cell's tooltip: each of its sources. */
const CellTip = ({ cell, clock }: { cell: TypeHealth; clock: Clock }) => (
  <div className="health-tip stack gap-8 no-print text-start">
    <ul className="stack gap-8">
      {cell.resourceInfo.map((source) => {
        const { resource, portal, service, incident, past } = source
        return (
          <li className="stack" key={resource.resourceId}>
            <strong>{resource.descriptionSpanish}</strong>
            <span className="muted">{past ? `${portal.name} · ${PAST}` : portal.name}</span>
            <span>{signText(source)}</span>
            {service === 'automatic' ? (
              <span>
                <UnbrokenDates text={lastGoodText(source.dateTime, clock)} />
              </span>
            ) : (
              <span className="muted">{SERVICE_HINTS[service]}</span>
            )}
            {incident && <span className="warning-text">{incident.text}</span>}
          </li>
        )
      })}
    </ul>
    {cell.avrgTimeSpan !== null && <p>Tiempo medio: {durationText(cell.avrgTimeSpan)}</p>}
  </div>
)

/** The short text beside the sign: that a source fails, or the share. */
const shareOf = (cell: TypeHealth): string => {
  const { successPercentage } = cell
  const sign = cellSign(cell)
  if (sign === 'failing') return 'Falla' // the first word of the sign's name
  if (successPercentage === null || ['manual', 'nobody'].includes(sign)) return ''
  return percentText(successPercentage)
}

/** The words of the accessible name in their order: a part visible, the rest visually hidden. */
const Named = ({ type, name, share }: { type: string; name: string; share: string }) => {
  const [before = '', after = ''] = share ? name.slice(type.length).split(share) : [name.slice(type.length)]
  return (
    <>
      <span className="health-button__name grow">{type}</span>
      <span className="visually-hidden">{before}</span>
      <span className="health-button__share tiny figures-text">{share}</span>
      <span className="visually-hidden">{after}</span>
    </>
  )
}

type Props = {
  cell: TypeHealth
  stateName: string
  clock: Clock
  onOpen: (resourceId: number) => void
  /** On a phone the type's name is beside the sign. */
  named?: boolean
}

export const HealthCell = ({ cell, stateName, clock, onOpen, named = false }: Props) => {
  const tip = useId()
  const worst = worstOf(cell)
  const name = cellName(cell, stateName)
  const share = shareOf(cell)
  if (!worst) return null
  return (
    <Tip id={tip} tip={<CellTip cell={cell} clock={clock} />} className="health-cell stack">
      <button
        type="button"
        className="health-button ring-inside row gap-6 wide rounded-small"
        {...(!named && { 'aria-label': name })}
        aria-describedby={tip}
        aria-haspopup="dialog"
        onClick={() => onOpen(worst.resource.resourceId)}
      >
        <HealthSign sign={cellSign(cell)} />
        {named ? (
          <Named type={cell.resourceType.descriptionSpanish} name={name} share={share} />
        ) : (
          <span className="health-button__share hide-empty tiny figures-text">{share}</span>
        )}
      </button>
    </Tip>
  )
}
