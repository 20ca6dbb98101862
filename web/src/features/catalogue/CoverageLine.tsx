// Above the table, for what is filtered: how many, what they owe, and how far that can be trusted: how many checks
// answered lately, long ago, or never; and where the filter is of debts or dates, how much of that it speaks of. It
// is asked once the list has answered, and never stands in its way.
import { type Coverage, catalogue, type FleetQuery } from '@padron/contract/catalogue'
import { countOf, numberText } from '@padron/contract/count-of'
import type { Country } from '@padron/contract/countries'
import { money } from '@padron/contract/money'
import { memo } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { debtWords } from '../../lib/debt-words.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { useUser } from '../../session/user-context.ts'
import { FailureLine } from '../../ui/LoadFailure.tsx'

/** By the same rule as one vehicle's: what has no answer, by machine or by hand, leaves a zero unknown. */
const debtText = ({ debt: { total, withoutAmount, missing, byHand } }: Coverage, country: Country): string => {
  const { amount } = debtWords({ total, withoutAmount }, { length: missing + byHand }, country)
  const notes = [
    withoutAmount > 0 && `${numberText(withoutAmount, country)} sin importe`,
    byHand > 0 && `sin contar captura manual de ${countOf(byHand, 'vehículo', 'vehículos', country)}`,
  ].filter(Boolean)
  return `${amount === NOTHING ? 'ninguno' : amount}${notes.length ? ` (${notes.join('; ')})` : ''}`
}

const checkWords = ({ checks: { current, old, never, byHand } }: Coverage, country: Country): string => {
  if (current + old + never === 0) return 'ninguna todavía'
  const hand = byHand > 0 ? ` (${numberText(byHand, country)} por captura manual)` : ''
  return [
    countOf(current, 'vigente', 'vigentes', country),
    countOf(old, 'antigua', 'antiguas', country),
    `${numberText(never, country)} sin respuesta${hand}`,
  ].join(', ')
}

const SPOKEN_OF = {
  debts: ['adeudo', 'adeudos', ' por '],
  due: ['vencimiento', 'vencimientos', ', líneas de pago por '],
} as const

type Sum = Omit<NonNullable<Coverage['matched']>, 'what' | 'due'>
const sumWords = (what: keyof typeof SPOKEN_OF, { count, total, withoutAmount }: Sum, country: Country): string => {
  if (count === 0) return ''
  const [one, more, by] = SPOKEN_OF[what]
  const sum = total === null ? '' : `${by}${money(total, country)}`
  const unpriced = withoutAmount > 0 ? ` (${numberText(withoutAmount, country)} sin importe)` : ''
  return `${countOf(count, one, more, country)}${sum}${unpriced}`
}

/** What the filter speaks of, where it speaks of debts or dates: only part of what these vehicles owe. */
export const matchedWords = ({ matched }: Coverage, country: Country): string => {
  if (!matched) return ''
  const sums = [sumWords(matched.what, matched, country), matched.due && sumWords('due', matched.due, country)]
  const words = sums.filter(Boolean).join('; ')
  return words && `Del filtro: ${words}`
}

/** Younger, it is as good as of now. */
const OLD_MS = 120_000

/** The parts of the line, from the figure to what it rests on. */
export const coverageWords = (coverage: Coverage, country: Country, { now, zone }: Clock): readonly string[] => {
  const vehicles = countOf(coverage.vehicles, 'vehículo', 'vehículos', country)
  // Of no vehicle there is nothing more to say.
  if (coverage.vehicles === 0) return [vehicles]
  return [
    vehicles,
    `Adeudo total ${debtText(coverage, country)}`,
    `Consultas: ${checkWords(coverage, country)}`,
    ...(now - Date.parse(coverage.at) > OLD_MS ? [sinceText('Calculado', coverage.at, now, zone)] : []),
    ...(coverage.oldest ? [`Respuesta más antigua: ${sinceText('', coverage.oldest, now, zone).trim()}`] : []),
  ]
}

const COVERAGE_NOTE =
  'Una consulta es un recurso de un vehículo. Vigente: la fuente respondió dentro de su plazo. Antigua: respondió ' +
  'hace más tiempo. Sin respuesta: todavía no ha respondido; las de captura manual no tienen fuente automática. ' +
  'El adeudo suma solo lo que las fuentes respondieron.'

type Props = {
  query: FleetQuery
  /** The list has loaded: only then is the coverage requested. */
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
  // The second line has its place before it is known: what is below never moves for it.
  const two = debts !== undefined || due !== undefined
  const first = two ? 'coverage--first' : ''
  const line = () => {
    if (data) {
      const parts = coverageWords(data, country, clock)
      return (
        <p className={`coverage coverage--known ${first}`} title={`${parts.join(' · ')}. ${COVERAGE_NOTE}`}>
          {parts.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
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
          <span>Calculando el adeudo y la vigencia de tantos vehículos…</span>
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
