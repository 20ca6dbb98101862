// The summary in cards: a large figure with its sign, what it is of, what it rests on; each figure leads to its vehicles.
import type { DashboardName } from '@padron/contract/dashboard-rules'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { UNKNOWN } from '../../lib/money-text.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { BasisLine } from './BasisLine.tsx'
import type { Card, Figure } from './card-figures.ts'
import { type LinkTo, useCatalogueLink } from './catalogue-link.ts'

const LONG = 16
const valueClass = (value: string): string => {
  if (value === UNKNOWN) return 'figure__value figure__value--unknown'
  return value.length > LONG ? 'figure__value figure__value--long' : 'figure__value'
}

const FigureText = ({ figure: { value, unit, before, words, sign } }: { figure: Figure }): ReactNode => (
  <>
    <span className={valueClass(value)}>
      {sign && <StatusSign sign={sign} size={18} />}
      {before && <small className="figure__before nowrap small muted regular">{before} </small>}
      {value}
      {unit && value !== UNKNOWN && <span className="visually-hidden"> {unit}</span>}
    </span>
    {words && <small className="figure__words small muted regular"> {words}</small>}
  </>
)

type FigureProps = { card: Card; figure: Figure; linkTo: LinkTo }

const FigureView = ({ card, figure, linkTo }: FigureProps): ReactNode => {
  const link = linkTo(figure.query)
  if (!link)
    return (
      <p className="figure block ink rounded-small">
        <FigureText figure={figure} />
      </p>
    )
  return (
    <a className="figure block ink rounded-small" {...link} title="Ver los vehículos">
      <span className="visually-hidden">{card.title}: </span>
      <FigureText figure={figure} />
    </a>
  )
}

const CardView = ({ card, clock, linkTo }: { card: Card; clock: Clock; linkTo: LinkTo }): ReactNode => (
  <li className={`card${card.figures.length > 1 ? ' card--several' : ''}`} data-card={card.key}>
    <h2 className="small muted strong">
      {card.title}
      {card.figures[0]?.unit && ` (${card.figures[0].unit})`}
    </h2>
    <div className="card__figures flex-wrap">
      {card.figures.map((figure) => (
        <FigureView key={figure.words ?? card.key} card={card} figure={figure} linkTo={linkTo} />
      ))}
    </div>
    {card.notes.length > 0 && <p className="small">{card.notes.join(' · ')}</p>}
    {card.basis && <BasisLine basis={card.basis} clock={clock} />}
  </li>
)

export const Cards = ({
  name,
  cards,
  clock,
}: {
  name: DashboardName
  cards: readonly Card[]
  clock: Clock
}): ReactNode => {
  const linkTo = useCatalogueLink()
  return (
    <ul className={`cards cards--${name}`} aria-label="Resumen">
      {cards.map((card) => (
        <CardView key={card.key} card={card} clock={clock} linkTo={linkTo} />
      ))}
    </ul>
  )
}
