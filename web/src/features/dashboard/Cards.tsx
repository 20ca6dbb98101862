// The summary cards: a large figure with its sign, what it counts, and a mark if it is partial; each figure links to
// its vehicles. The basis of the figures is stated once, below the cards.
import type { Basis } from '@padron/contract/dashboard'
import { basisText } from '@padron/contract/texts/basis-texts'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { useId } from 'react'
import { UNKNOWN } from '../../lib/money-text.ts'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Tip } from '../../ui/overlay/Tip.tsx'
import { isPartial, oldestText } from './basis-texts.ts'
import type { Figure } from './card-figures.ts'
import { type Card, cardsOf } from './cards.ts'
import { useCatalogueLink } from './catalogue-link.ts'
import type { View } from './view.ts'

/** The number of vehicles behind a figure, and the age of its oldest answer. */
const BasisWords = ({ basis }: { basis: Basis }) => {
  const { country } = useUser()
  const oldest = oldestText(basis, useClock())
  return (
    <>
      {basisText(basis, country)}
      {oldest && (
        <>
          {' · '}
          <time dateTime={basis.oldest ?? undefined} title={oldest.exact}>
            {oldest.text}
          </time>
        </>
      )}
    </>
  )
}

/** The mark beside the title of a partial figure; it explains the basis on hover, focus and touch. */
export const BasisMark = ({ basis }: { basis: Basis }) => {
  const id = useId()
  if (!isPartial(basis)) return null
  return (
    <Tip id={id} tip={<BasisWords basis={basis} />} className="basis-mark relative">
      <button type="button" className="basis-mark__button tiny muted regular bordered" aria-describedby={id}>
        parcial
      </button>
    </Tip>
  )
}

/** Once per dashboard: which vehicles its figures count, with the basis of each on request. */
const BasisNote = ({ view, cards }: { view: View; cards: readonly Card[] }) => {
  const { period, country } = view
  const based = cards.flatMap(({ key, title, basis }) => (basis ? [{ key, title, basis }] : []))
  const isAnyPartial = based.some(({ basis }) => isPartial(basis))
  return (
    <details className="basis small muted">
      <summary>
        Cifras de {vehiclesText(period.totalVehicleCount, country)} con estatus activo
        {isAnyPartial && '; donde dice «parcial», falta alguna respuesta'}.{' '}
        <span className="basis__more">Ver bases</span>
      </summary>
      <dl className="basis__list">
        {based.map(({ key, title, basis }) => (
          <div key={key}>
            <dt className="strong">{title}</dt>
            <dd>
              <BasisWords basis={basis} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const LONG = 16
const valueClass = (value: string): string => {
  if (value === UNKNOWN) return 'figure__value figure__value--long muted'
  return value.length > LONG ? 'figure__value figure__value--long' : 'figure__value'
}

/** @param title of the figure's card */
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
    <div className="row-wrap gap-8 between">
      <h2 className="small muted strong">
        {title}
        {figures[0]?.unit && ` (${figures[0].unit})`}
      </h2>
      {basis && <BasisMark basis={basis} />}
    </div>
    <div className="card__figures flex-wrap">
      {figures.map((figure) => (
        <FigureView key={figure.words ?? key} title={title} figure={figure} />
      ))}
    </div>
    {notes.length > 0 && <p className="small">{notes.join(' · ')}</p>}
  </li>
)

export const Cards = ({ view }: { view: View }) => {
  const cards = cardsOf(view)
  return (
    <>
      <ul className={`summary summary--${view.name} grid-one gap-12`} aria-label="Resumen">
        {cards.map((card) => (
          <CardView key={card.key} card={card} />
        ))}
      </ul>
      <BasisNote view={view} cards={cards} />
    </>
  )
}
