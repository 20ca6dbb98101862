// What somebody else changed in a report, in words. Pure.
import type { Report } from '@padron/contract/report-definition'
import { EMPTY_POLICIES } from '@padron/contract/report-rules'
import { mailsOf, type ReportValues, valuesOf } from './report-values.ts'
import { askedText, kindName, lowered, scheduleText } from './report-words.ts'

const policyName = (wanted: Report['emptyPolicy']): string =>
  EMPTY_POLICIES.find(({ policy }) => policy === wanted)?.name ?? wanted

/** @param before as it was when the form began @param after as it is stored now */
export const reportChanges = (before: ReportValues, after: Report): readonly string[] => {
  const now = valuesOf(after)
  const differs = (...names: readonly (keyof ReportValues)[]): boolean =>
    names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  const had = mailsOf(before.mails)
  const added = after.mails.filter((mail) => !had.includes(mail))
  const gone = had.filter((mail) => !after.mails.includes(mail))
  return [
    differs('name') && `Le puso el nombre «${after.name}».`,
    differs('kind') && `Cambió el tipo de reporte a «${kindName(after.kind)}».`,
    added.length > 0 && `Agregó a ${added.join(', ')}.`,
    gone.length > 0 && `Quitó a ${gone.join(', ')}.`,
    differs('by', 'viewId', 'taxName', 'lessor', 'states', 'tags') &&
      `Cambió de qué vehículos informa: ${askedText(after)}.`,
    differs('frequency', 'sendDay', 'sendHour') && `Cambió cuándo se envía: ${lowered(scheduleText(after))}.`,
    differs('emptyPolicy') && `Cambió qué se hace cuando no hay nada que informar: «${policyName(after.emptyPolicy)}».`,
    differs('active') && (after.active ? 'Lo encendió.' : 'Lo apagó.'),
  ].filter((text) => text !== false)
}
