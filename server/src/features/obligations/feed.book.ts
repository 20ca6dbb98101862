// Writes the calendar file (RFC 5545): a day for each obligation, the last day of each official or own calendar with
// its number of vehicles, and own holidays. User texts are escaped and never become lines of their own.
import { addDays, dateOfDay, localTime } from '@padron/contract/days'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { numericDay } from '@padron/contract/texts/day-texts'
import ical, { ICalEventTransparency } from 'ical-generator'
import { FEED_DAYS_AHEAD, FEED_DAYS_BACK, FEED_EVENTS, type FeedContent } from './feed.queries.ts'

/** Removes control characters that some programs cannot read; line breaks stay until they are escaped. */
const plain = (text: string): string =>
  Array.from(text.toWellFormed(), (sign) => (sign !== '\n' && /[\p{Cc}\u2028\u2029]/u.test(sign) ? ' ' : sign)).join('')
const oneLine = (text: string): string => plain(text).replaceAll('\n', ' ')
/** The library escapes events but not the calendar's own name and description. */
const escaped = (text: string): string =>
  plain(text)
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

type Where = { country: Country; timeZone: string }
type Obligation = FeedContent['obligations'][number]
const describe = (
  { detail, amount, vin, stateName, source, toldAt }: Obligation,
  { country, timeZone }: Where,
): string =>
  [
    ...(detail ? [detail] : []),
    ...(amount === null ? [] : [`Total: ${money(amount, country)}`]),
    `VIN ${vin} · ${stateName}`,
    `Fuente: ${source}, ${numericDay(localTime(new Date(toldAt), timeZone).day)}`,
  ].join('\n')

type Rule = FeedContent['rules'][number]
const describeDays = ({ from, to, otherTo }: Rule['occurrences'][number]): string =>
  otherTo === null
    ? `Del ${numericDay(from)} al ${numericDay(to)}.`
    : `Plazo seguro: del ${numericDay(from)} al ${numericDay(to)}; según otra fuente, hasta el ${numericDay(otherTo)}.`
const describeRule = (rule: Rule, occurrence: Rule['occurrences'][number]): string => {
  const { says, where, authority, source, sourceDate, link, note } = rule
  return [
    `${describeDays(occurrence)} ${says}`,
    `Dónde: ${where}`,
    ...(note ? [note] : []),
    rule.own
      ? 'De su empresa.'
      : `Informativo. Fuente: ${[authority, source, sourceDate, link].filter(Boolean).join(', ')}`,
  ].join('\n')
}

const about = (isPart: boolean): string =>
  `Vencimientos de ${isPart ? 'los vehículos que usted puede ver' : 'la flota'}, de ${FEED_DAYS_BACK} días atrás a ` +
  `${FEED_DAYS_AHEAD} días adelante, y calendarios oficiales informativos.`
const cut = (): string =>
  ` Hay más: aquí están los ${numberText(FEED_EVENTS)} más próximos a hoy; todos están en la consola.`

/** @param publicUrl the console's address, if known */
export const feedBook = (content: FeedContent, publicUrl: string | undefined, now: Date): string => {
  const calendar = ical({
    name: escaped(`Vencimientos · ${content.companyName}`),
    description: escaped(about(content.isPart) + (content.cut ? cut() : '')),
    prodId: { company: 'Padron', product: 'Vencimientos', language: 'ES' },
    ttl: 3_600 * 6,
  })
  const link = publicUrl ? { url: `${publicUrl}/calendar` } : {}
  const common = { allDay: true, transparency: ICalEventTransparency.TRANSPARENT, ...link }
  for (const each of content.obligations)
    calendar.createEvent({
      ...common,
      id: `${each.obligationId}@padron`,
      start: dateOfDay(each.dueOn),
      stamp: new Date(each.toldAt),
      summary: oneLine(`${each.plate} · ${each.title}`),
      description: plain(describe(each, content)),
    })
  for (const rule of content.rules)
    for (const occurrence of rule.occurrences.filter(({ vehicles: n }) => n > 0)) {
      const { from, to, vehicles: n } = occurrence
      const isHoliday = rule.kind === 'holiday'
      calendar.createEvent({
        ...common,
        id: `${rule.ruleKey}-${to}@padron`,
        start: dateOfDay(isHoliday ? from : to),
        // The end is the day after the last.
        ...(isHoliday && { end: dateOfDay(addDays(to, 1)) }),
        stamp: now,
        summary: oneLine(`${rule.title}: ${isHoliday ? 'día inhábil' : 'último día'} · ${vehiclesText(n)}`),
        description: plain(describeRule(rule, occurrence)),
      })
    }
  return calendar.toString()
}
