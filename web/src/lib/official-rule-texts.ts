// Official rules (calendars and payment rules) in words: the publisher, the validity, and those that end without a
// successor. Pure.
import { addDays } from '@padron/contract/days'
import type { OtherReading, RuleSource, UnitValue } from '@padron/contract/rules/official-rules'
import { countOf } from '@padron/contract/texts/count-of'
import { dateText } from './day-texts.ts'

type Published = Pick<RuleSource, 'source' | 'sourceDate'> & Partial<Pick<RuleSource, 'authority'>>
type Valid = { validFrom: string | null; validTo: string | null; unreplaced: boolean; continuedBy: string | null }

/** Always with the year, because the age matters. */
export const sourceText = ({ authority, source, sourceDate }: Published): string =>
  [authority, source, sourceDate && dateText(sourceDate, '')].filter(Boolean).join(', ')

/** The reading of another source, for a sentence 'Según …: …'. */
export const readingWords = ({ says, source, sourceDate }: OtherReading): { by: string; says: string } => ({
  by: sourceDate ? `${source} (${dateText(sourceDate, '')})` : source,
  says: `${says.charAt(0).toLowerCase()}${says.slice(1)}`,
})

/** 'Según UnoTV (13 de enero de 2026): no impide verificar.'; empty without another reading. */
export const otherReadingText = ({ otherReading }: { otherReading: OtherReading | null }): string => {
  if (!otherReading) return ''
  const { by, says } = readingWords(otherReading)
  return `Según ${by}: ${says}`
}

export const hasEnded = ({ validTo }: Pick<Valid, 'validTo'>, today: string): boolean =>
  validTo !== null && validTo < today

/** 'no hay versión de 2027'; if the rule does not end with a year, 'no hay versión posterior'. */
const noSuccessorText = (validTo: string): string => {
  const next = addDays(validTo, 1)
  return next.endsWith('-01-01') ? `no hay versión de ${next.slice(0, 4)}` : 'no hay versión posterior'
}

/** 'Vigente hasta el 31 de diciembre de 2026; no hay versión de 2027'; with a successor, which one. */
export const validText = (
  { validFrom, validTo, unreplaced, continuedBy }: Valid,
  today: string,
): string | undefined => {
  const begins = validFrom !== null && validFrom > today ? `Vigente desde el ${dateText(validFrom, '')}` : undefined
  if (validTo === null) return begins
  const ends = dateText(validTo, '')
  const past = continuedBy === null ? `Terminó el ${ends}` : `Rigió hasta el ${ends}`
  const text = validTo < today ? past : begins ? `${begins} hasta el ${ends}` : `Vigente hasta el ${ends}`
  if (continuedBy !== null) return `${text}; la continúa «${continuedBy}»`
  return unreplaced ? `${text}; ${noSuccessorText(validTo)}` : text
}

/**
 * Rules in force, those that ended without a successor, and the other ended ones; in force, those without a successor
 * first.
 */
export const byValidity = <R extends Valid>(rules: readonly R[], today: string) => {
  const ended = rules.filter((rule) => hasEnded(rule, today))
  return {
    current: rules
      .filter((rule) => !hasEnded(rule, today))
      .toSorted((a, b) => Number(b.unreplaced) - Number(a.unreplaced)),
    lacking: ended.filter(({ unreplaced }) => unreplaced),
    ended: ended.filter(({ unreplaced }) => !unreplaced),
  }
}

type Ends = Pick<UnitValue, 'unit' | 'validTo' | 'unreplaced'>

/** 'valor de 2027 sin publicar', for the last value of a unit. */
export const unpublishedText = ({ validTo }: Pick<Ends, 'validTo'>): string =>
  `valor de ${addDays(validTo, 1).slice(0, 4)} sin publicar`

/** 'Vigente hasta el 31 de enero de 2027; valor de 2027 sin publicar' */
export const unitValidText = ({ validTo, unreplaced }: Pick<Ends, 'validTo' | 'unreplaced'>, today: string): string => {
  const text = `${validTo < today ? 'Terminó' : 'Vigente hasta'} el ${dateText(validTo, '')}`
  return unreplaced ? `${text}; ${unpublishedText({ validTo })}` : text
}

/** 'el valor de la UMA termina el 31 de enero de 2027 y el de 2027 no está publicado' */
const unitEndText = ({ unit, validTo }: Ends, today: string): string =>
  `el valor de la ${unit} ${validTo < today ? 'terminó' : 'termina'} el ${dateText(validTo, '')} y el de ` +
  `${addDays(validTo, 1).slice(0, 4)} no está publicado`

/** A sentence of the units whose last value ends; undefined if none does. */
export const unitsEndText = (units: readonly Ends[], today: string): string | undefined => {
  const parts = units.filter(({ unreplaced }) => unreplaced).map((unit) => unitEndText(unit, today))
  const text = parts.join('; ')
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : undefined
}

type Words = { one: string; many: string }

/**
 * '5 calendarios terminan el 31 de diciembre de 2026 y no hay versión de 2027; 1 terminó el …': by day, coming ends
 * first.
 * @returns undefined if every rule has a successor
 */
export const unreplacedText = (
  rules: readonly Pick<Valid, 'validTo' | 'unreplaced'>[],
  noun: Words,
  today: string,
): string | undefined => {
  const days = Map.groupBy(
    rules.filter(({ unreplaced }) => unreplaced),
    ({ validTo }) => validTo ?? '',
  )
  const sorted = [...days].toSorted(([a], [b]) => a.localeCompare(b))
  const parts = [...sorted.filter(([day]) => day >= today), ...sorted.filter(([day]) => day < today).toReversed()].map(
    ([day, { length }], place) => {
      const count = place === 0 ? countOf(length, noun.one, noun.many) : `${length}`
      const [one, many] = day < today ? ['terminó', 'terminaron'] : ['termina', 'terminan']
      return `${count} ${length === 1 ? one : many} el ${dateText(day, '')} y ${noSuccessorText(day)}`
    },
  )
  return parts.length > 0 ? `${parts.join('; ')}.` : undefined
}
