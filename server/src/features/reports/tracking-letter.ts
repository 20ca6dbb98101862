// The tracking report in words: what went out, to whom, what failed and why. Pure.
import { countOf } from '@padron/contract/count-of'
import { ROUND_OUTCOMES, type RoundOutcome } from '@padron/contract/report-rules'
import type { MailBlock, MailContent } from '../../mail/letter.ts'
import type { CompanyFacts } from '../exports/fleet-rows.ts'
import { failureWords } from '../queue/deliveries.words.ts'
import { momentAndZone, number, tableOf } from './body-words.ts'
import type { Outcome } from './rounds.ts'
import type { Tracked, TrackedLetter } from './tracking.queries.ts'

const LETTERS_SHOWN = 200

// biome-ignore format: a table to be read by columns
const STATES: Readonly<Record<string, string>> = {
  sent:    'Enviado',
  queued:  'Pendiente',
  sending: 'Pendiente',
  kept:    'Guardado: esta instalación no envía correos',
  failed:  'No se entregó',
  bounced: 'Devuelto',
}
const FAILED: ReadonlySet<string> = new Set(['failed', 'bounced'])

const outcomeName = (wanted: RoundOutcome): string =>
  ROUND_OUTCOMES.find(({ outcome }) => outcome === wanted)?.name ?? wanted

const unsentWords = (mails: readonly string[]): string => `sin enviar a ${mails.join(', ')}`
const resultOf = ({ outcome, why, unsent = [] }: Outcome): string =>
  [outcomeName(outcome), ...(why ? [why.replace(/\.$/, '')] : []), ...(unsent.length > 0 ? [unsentWords(unsent)] : [])].join(': ') // biome-ignore format: one row

const reportsTable = (outcomes: readonly Outcome[]): MailBlock[] =>
  tableOf({
    caption: 'Reportes',
    columns: [{ title: 'Reporte' }, { title: 'Resultado' }, { title: 'Vehículos', right: true }, { title: 'Correos', right: true }],
    rows: outcomes.map((each) => [
      each.name,
      resultOf(each),
      each.vehicles === null ? '' : number(each.vehicles),
      number(each.letters),
    ]),
  }) // biome-ignore format: one table

/** A reason that the server gave in this letter's own case; what it said in its own words stays with the operator. */
const stateOf = ({ state, problem }: TrackedLetter): string => {
  const name = STATES[state] ?? state
  if (problem === null || state === 'sent' || state === 'kept') return name
  return `${name}: ${failureWords(problem).replace(/\.$/, '')}`
}

/** Those that failed come first. */
const lettersTable = (letters: readonly TrackedLetter[]): MailBlock[] => {
  const ordered = letters.toSorted((a, b) => Number(FAILED.has(b.state)) - Number(FAILED.has(a.state)))
  return tableOf(
    {
      caption: 'Correos',
      columns: [{ title: 'Reporte' }, { title: 'Destinatario' }, { title: 'Estado' }],
      rows: ordered.slice(0, LETTERS_SHOWN).map((letter) => [letter.report, letter.recipient, stateOf(letter)]),
    },
    letters.length,
    'en el panel de trabajos de la consola',
  )
}

const endWords = ({ cancelled, error }: Tracked): string[] => {
  if (cancelled) return ['El envío se canceló antes de terminar; los reportes que no aparecen no se enviaron.']
  return error === null ? [] : [`El envío terminó con error: ${error}`]
}

export const trackingLetter = (
  round: Tracked,
  letters: readonly TrackedLetter[],
  { timeZone }: CompanyFacts,
): MailContent => {
  const count = (wanted: (state: string) => boolean): number => letters.filter(({ state }) => wanted(state)).length
  const failed = count((state) => FAILED.has(state))
  const went = `${countOf(round.outcomes.length, 'reporte', 'reportes')}, ${countOf(letters.length, 'correo', 'correos')}`
  return {
    subject: `Seguimiento de correos programados: ${went}${failed > 0 ? `, ${failed} con error` : ''}`,
    title: 'Seguimiento de correos programados',
    lines: [`Envío del ${momentAndZone(round.at, timeZone)}: ${went}.`, ...endWords(round)],
    blocks: [
      {
        is: 'facts',
        rows: [
          ['Enviados', number(count((state) => state === 'sent'))],
          ['Pendientes', number(count((state) => state === 'queued' || state === 'sending'))],
          ['Con error', number(failed)],
          ...(count((state) => state === 'kept') > 0 ? [['Guardados sin enviar', number(count((state) => state === 'kept'))] as const] : []),
        ],
      },
      ...reportsTable(round.outcomes),
      ...lettersTable(letters),
    ],
    link: { text: 'Abrir los reportes programados', path: '/reports' },
    company: true,
  } // biome-ignore format: one letter
}
