// The summary in cards: a large figure with its sign, what it is of, what it rests on; each figure leads to its
// vehicles.
import { basisText } from '@padron/contract/basis-words'
import type { Basis } from '@padron/contract/dashboard'
import { UNKNOWN } from '../../lib/money-text.ts'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { oldestText } from './basis-words.ts'
import type { Figure } from './card-figures.ts'
import { type Card, cardsOf } from './cards.ts'
import { useCatalogueLink } from './catalogue-link.ts'
import type { View } from './view.ts'

/** Under a figure or a heading: how many vehicles it rests on, and how old its oldest source is. */
export const BasisLine = ({ basis }: { basis: Basis }) => {
  const { country } = useUser()
  const oldest = oldestText(basis, useClock())
  return (
    <p className="basis tiny muted">
      {basisText(basis, country)}
      {oldest && (
        <>
          {' · '}
          <time dateTime={basis.oldest ?? undefined} title={oldest.exact}>
            {oldest.text}
          </time>
        </>
      )}
    </p>
  )
}

const LONG = 16
const valueClass = (value: string): string => {
  if (value === UNKNOWN) return 'figure__value figure__value--long muted'
  return value.length > LONG ? 'figure__value figure__value--long' : 'figure__value'
}

/** @param title of its card */
const FigureView = ({ title, figure }: { title: string; figure: Figure }) => {
  const { value, unit, before, words, sign, query } = figure
  const link = useCatalogueLink()(query)
  const text = (
    <>
      <span className={valueClass(value)}>
        {sign && <StatusSign sign={sign} size={18} />}
        {before && <small className="nowrap small muted regular">{before} </small>}
        {value}
        {unit && value !== UNKNOWN && <span className="visually-hidden"> {unit}</span>}
      </span>
      {words && <small className="figure__words small muted regular"> {words}</small>}
    </>
  )
  if (!link) return <p className="figure block ink rounded-small">{text}</p>
  return (
    <a className="figure block ink rounded-small" {...link} title="Ver los vehículos">
      <span className="visually-hidden">{title}: </span>
      {text}
    </a>
  )
}

const CardView = ({ card: { key, title, figures, notes = [], basis } }: { card: Card }) => (
  <li
    className={
      'summary__card flex column gap-2 surface bordered rounded ' +
      `relative${figures.length > 1 ? ' summary__card--several' : ''}`
    }
    data-card={key}
  >
    <h2 className="small muted strong">
      {title}
      {figures[0]?.unit && ` (${figures[0].unit})`}
    </h2>
    <div className="card__figures flex-wrap">
      {figures.map((figure) => (
        <FigureView key={figure.words ?? key} title={title} figure={figure} />
      ))}
    </div>
    {notes.length > 0 && <p className="small">{notes.join(' · ')}</p>}
    {basis && <BasisLine basis={basis} />}
  </li>
)

export const Cards = ({ view }: { view: View }) => (
  <ul className={`summary summary--${view.name} grid-one gap-12`} aria-label="Resumen">
    {cardsOf(view).map((card) => (
      <CardView key={card.key} card={card} />
    ))}
  </ul>
)
