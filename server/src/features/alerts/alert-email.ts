// What an alert sends when its view crosses the threshold, by email and to channels. Pure.
import { DAY_MS } from '@padron/contract/days'
import { money } from '@padron/contract/money'
import type { Measure } from '@padron/contract/reports/rules'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { notAllKnown, unknownWords } from '@padron/contract/texts/unknown-debts-text'
import type { CompanyFacts } from '../../fleet/company.ts'
import { catalogueAddress } from '../../fleet/console-address.ts'
import type { ChannelContent } from '../../mail/channel-outbox.ts'
import type { MailContent } from '../../mail/email-content.ts'
import { momentAndZone } from '../reports/content/report-texts.ts'
import type { Measurement } from './measure.ts'

export type Crossed = { name: string; viewId: number; viewName: string; measure: Measure; threshold: number }

const LINK_DAYS = 365

const inWords = (value: number, measure: Measure, { country }: CompanyFacts): string =>
  measure === 'debt' ? money(value, country) : vehiclesText(value)

const uncertainWords = ({ unknown, uncertain }: Measurement, measure: Measure): string => {
  if (measure === 'vehicles' && uncertain.vehicles > 0)
    return `${notAllKnown(vehiclesText(uncertain.vehicles))}: puede haber más en la vista.`
  const words = unknownWords(unknown)
  if (!words) return 'De todos los vehículos de la vista se sabe cuánto deben.'
  return `${words}${measure === 'debt' ? '; el valor puede ser mayor' : ''}.`
}

/** @param measurement the values of the view, and their time */
export const alertEmail = (
  alert: Crossed,
  measurement: Measurement & { at: Date },
  facts: CompanyFacts,
): MailContent => {
  const { name, viewId, viewName, measure, threshold } = alert
  const { at, query, sort } = measurement
  const value = inWords(measurement[measure], measure, facts)
  return {
    subject: `Alerta: ${name} (${value})`,
    title: `Alerta: ${name}`,
    lines: [
      `La vista «${viewName}» llegó a ${value}; el umbral de la alerta «${name}» es ` +
        `${inWords(threshold, measure, facts)}.`,
    ],
    blocks: [
      {
        is: 'facts',
        rows: [
          ['Vista', viewName],
          [measure === 'debt' ? localText('Adeudo conocido') : 'Vehículos', value],
          ['Umbral', inWords(threshold, measure, facts)],
          ['Visto el', momentAndZone(at, facts.timeZone)],
        ],
      },
      { is: 'text', text: uncertainWords(measurement, measure) },
      { is: 'text', text: 'No se avisa de nuevo hasta que el valor baje del umbral y vuelva a cruzarlo.', muted: true },
    ],
    link: {
      text: 'Abrir la vista en la consola',
      path: catalogueAddress(query, sort, viewId),
      until: new Date(at.getTime() + LINK_DAYS * DAY_MS).toISOString(),
    },
    company: true,
  }
}

/** The link names the view and not its filter, which may name a holder. */
export const alertNotice = (alert: Crossed, measurement: Measurement, facts: CompanyFacts): ChannelContent => {
  const { name, viewId, viewName, measure, threshold } = alert
  const value = inWords(measurement[measure], measure, facts)
  return {
    title: `Alerta: ${name} (${value})`,
    lines: [
      `La vista «${viewName}» llegó a ${value}; el umbral es ${inWords(threshold, measure, facts)}.`,
      uncertainWords(measurement, measure),
    ],
    item: `${name}: ${value}`,
    path: `/?vista=${viewId}`,
  }
}
