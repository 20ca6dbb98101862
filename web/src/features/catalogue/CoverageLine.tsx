// Above the table, for the filtered vehicles: what they are known to owe, and the number of vehicles whose debts are
// unknown. A click shows the basis: how many checks are current, old or missing. With a filter of debts or dates it
// shows how much of the total that filter covers. It loads after the list, and never delays it.
import { catalogue } from '@padron/contract/catalogue'
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { Coverage } from '@padron/contract/catalogue/rows'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { countOf, numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { payLines } from '@padron/contract/texts/payment-labels'
import { memo } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useUser } from '../../session/user-context.ts'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { Popup } from '../../ui/overlay/Popup.tsx'

/** A large sum without cents and without the currency's code: the detail has both. */
const WHOLE_FROM = 100
const roundText = (amount: number, country: Country): string =>
  amount < WHOLE_FROM ? money(amount, country) : money(Math.round(amount), country).replace(/(?:[.,]00)? [A-Z]{3}$/, '')

/** By the same rule as for one vehicle: a zero is unknown while a source or a person has not answered. */
const owedText = (
  { vehicles, debt: { total, withoutAmount, unknown, possible } }: Coverage,
  country: Country,
): string => {
  const isAllKnown = unknown === 0 && withoutAmount === 0
  if (total)
    return `${localText(isAllKnown ? 'Adeudo total' : 'Adeudo conocido', country)} ${roundText(total, country)}`
  if (withoutAmount > 0) return `${countOf(withoutAmount, 'adeudo', 'adeudos', country)} sin importe`
  if (isAllKnown && total === 0) return localText(possible ? 'Sin adeudos confirmados' : 'Sin adeudos', country)
  return localText(unknown < vehicles ? 'Ningún adeudo conocido' : 'Adeudo sin datos', country)
}

/** The line: the sum, the number of vehicles that may owe, and of those whose debts are unknown. */
export const coverageWords = (coverage: Coverage, country: Country): readonly string[] => {
  if (coverage.vehicles === 0) return []
  const { unknown, possible = 0 } = coverage.debt
  return [
    owedText(coverage, country),
    ...(possible > 0 ? [`${vehiclesText(possible, country)} con posible tenencia`] : []),
    ...(unknown > 0 ? [`falta saber de ${vehiclesText(unknown, country)}`] : []),
  ]
}

/** Statistics younger than this are shown without their time. */
const OLD_MS = 120_000

/** The detail: the number of current, old and missing checks, then the full sum. */
export const coverageDetail = (
  coverage: Coverage,
  country: Country,
  { now, zone }: Clock,
): readonly (readonly [term: string, words: string])[] => {
  const { checks, debt, oldest, at } = coverage
  const checkCount = (count: number): string => countOf(count, 'consulta', 'consultas', country)
  const sumNotes = [
    debt.withoutAmount > 0 && `${numberText(debt.withoutAmount, country)} sin importe`,
    debt.byHand > 0 && `sin contar captura manual de ${vehiclesText(debt.byHand, country)}`,
  ].filter(Boolean)
  const hand = checks.byHand > 0 ? `, ${numberText(checks.byHand, country)} por captura manual` : ''
  const age = oldest ? `; la respuesta más antigua, ${sinceText('', oldest, now, zone).trim()}` : ''
  return [
    ['Sabido', `${checkCount(checks.current)} con respuesta vigente`],
    ['Viejo', `${checkCount(checks.old)} con respuesta antigua${age}`],
    ['Sin dato', `${checkCount(checks.never)} sin respuesta${hand}`],
    [
      localText('Adeudo', country),
      `${debt.total ? money(debt.total, country) : owedText(coverage, country).toLowerCase()}` +
        `${sumNotes.length ? ` (${sumNotes.join('; ')})` : ''}`,
    ],
    ...(now - Date.parse(at) > OLD_MS ? [['Calculado', sinceText('', at, now, zone).trim()] as const] : []),
  ]
}

const spokenOf = (country: Country) =>
  ({
    debts: ['adeudo', 'adeudos', ' por '],
    due: ['vencimiento', 'vencimientos', `, ${payLines(country)} por `],
  }) as const

type Sum = Omit<NonNullable<Coverage['matched']>, 'what' | 'due'>
const sumWords = (
  what: keyof ReturnType<typeof spokenOf>,
  { count, total, withoutAmount }: Sum,
  country: Country,
): string => {
  if (count === 0) return ''
  const [one, more, by] = spokenOf(country)[what]
  const sum = total === null ? '' : `${by}${money(total, country)}`
  const unpriced = withoutAmount > 0 ? ` (${numberText(withoutAmount, country)} sin importe)` : ''
  return `${countOf(count, one, more, country)}${sum}${unpriced}`
}

/** With a filter of debts or dates: the part of the total that matches it. */
export const matchedWords = ({ matched }: Coverage, country: Country): string => {
  if (!matched) return ''
  const sums = [sumWords(matched.what, matched, country), matched.due && sumWords('due', matched.due, country)]
  const words = sums.filter(Boolean).join('; ')
  return words && `Del filtro: ${words}`
}

const COVERAGE_NOTE =
  'Una consulta es un recurso de un vehículo. Vigente: la fuente respondió dentro de su plazo. Antigua: respondió ' +
  'hace más tiempo. Las de captura manual no tienen fuente automática. El adeudo suma solo lo que las fuentes ' +
  'respondieron.'

const Detail = ({ coverage, clock }: { coverage: Coverage; clock: Clock }) => {
  const { country } = useUser()
  return (
    <div className="coverage-detail stack gap-8 small">
      <dl className="stack gap-4">
        {coverageDetail(coverage, country, clock).map(([term, words]) => (
          <div key={term} className="flex gap-8">
            <dt className="strong rigid">{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">{localText(COVERAGE_NOTE, country)}</p>
    </div>
  )
}

type Props = {
  query: FleetQuery
  /** Whether the list has loaded; the coverage is requested only then. */
  after: boolean
  clock: Clock
}

export const CoverageLine = memo(({ query, after, clock }: Props) => {
  const { country } = useUser()
  const { data, error, isError, isFetching, refetch } = useQuietCall(
    catalogue.coverage,
    { body: query },
    { off: !after, pollWhileNull: true },
  )
  const { debts, due } = query.vehicleClass
  // Reserves the second line before it is known, so that the content below does not move.
  const two = debts !== undefined || due !== undefined
  const first = two ? 'coverage--first' : ''
  const line = () => {
    if (data) {
      return (
        <div className={`coverage coverage--known ${first}`}>
          <p>
            <span className="coverage__vehicles">{vehiclesText(data.vehicles, country)}</span>
            {coverageWords(data, country).map((part) => (
              <span key={part}>{part}</span>
            ))}
          </p>
          {data.vehicles > 0 && (
            <Popup label={localText('En qué se basa el adeudo', country)} className="link-button" button="Detalle">
              <Detail coverage={data} clock={clock} />
            </Popup>
          )}
        </div>
      )
    }
    if (isError)
      return (
        <FailureLine
          className={`coverage ${first}`}
          title="No se pudo calcular la cobertura de las consultas."
          query={{ error, refetch: () => isFetching || void refetch() }}
        />
      )
    return (
      <p className={`coverage ${first}`} role="status" aria-label="Calculando la cobertura de las consultas">
        {data === null ? (
          <span>{localText('Calculando el adeudo y la vigencia de tantos vehículos…', country)}</span>
        ) : (
          <span className="coverage__wait" />
        )}
      </p>
    )
  }
  return (
    <>
      {line()}
      {two && <p className="coverage coverage--second">{data && matchedWords(data, country)}</p>}
    </>
  )
})
