// Composes a report. Another kind needs a row in BODIES and a file of its own.
import type { EmptyPolicy, ReportKind } from '@padron/contract/reports/rules'
import { fleetCount } from '../../../fleet/debt-totals.ts'
import { whereOf } from '../../../fleet/where.ts'
import type { MailContent } from '../../../mail/email-content.ts'
import { changesBody } from './changes.ts'
import { debtsBody } from './debts.ts'
import { expiriesBody } from './expiries.ts'
import { readFreshness } from './freshness.ts'
import type { ReportBody, ReportContext, ReportFile } from './report-context.ts'
import { generatedAt } from './report-texts.ts'
import { sheetsBody } from './sheets.ts'
import { readUnread, unreadBlocks } from './unread.ts'
import { vehiclesBody } from './vehicles.ts'

const BODIES: Readonly<Record<ReportKind, (context: ReportContext) => Promise<ReportBody>>> = {
  debts: debtsBody,
  vehicles: vehiclesBody,
  expiries: expiriesBody,
  changes: changesBody,
  sheets: sheetsBody,
}

/** What is sent: the whole report, a notice that there is nothing to report, or nothing. */
export type ComposedReport = {
  content: MailContent
  file: ReportFile | undefined
  vehicles: number
  empty: boolean
  outcome: 'sent' | 'notice' | 'skipped'
  /** The reason, unless the whole report is sent. */
  why?: string
}
/** Every source was read. */
export const NOTHING_NEW = 'Sin novedades.'
const NOTHING_IN_WHAT_WAS_READ = 'Nada que informar en lo que se pudo leer.'
const NO_VEHICLE = 'Ningún vehículo cumple el filtro.'

const linkOf = ({ path }: ReportBody): NonNullable<MailContent['link']> => ({ text: 'Abrir en la consola', path })

/** The notice also lists what is not known: "nothing to report" holds only for what was read. */
const noticeOf = async (kind: ReportKind, body: ReportBody, context: ReportContext): Promise<MailContent> => {
  const { neverChecked } = await readFreshness(context)
  return {
    subject: kind === 'changes' || body.unread ? `${context.name}: ${body.subject}` : `Sin novedades: ${context.name}`,
    title: context.name,
    about: context.scope,
    lines: body.lines,
    blocks: unreadBlocks(await readUnread(context), context, neverChecked),
    link: linkOf(body),
    company: true,
  }
}

/** Most often the filter is wrong, so this is reported whatever the report's policy for empty results. */
const noVehicle = ({ name, scope, at, facts }: ReportContext): ComposedReport => ({
  content: {
    subject: `${NO_VEHICLE.slice(0, -1)}: ${name}`,
    title: name,
    about: scope,
    lines: [`${NO_VEHICLE} Revise el filtro o la vista del reporte.`, generatedAt(at, facts.timeZone)],
    company: true,
  },
  file: undefined,
  vehicles: 0,
  empty: true,
  outcome: 'notice',
  why: NO_VEHICLE,
})

const wholeOf = (body: ReportBody, context: ReportContext): MailContent => ({
  subject: `${context.name}: ${body.subject}`,
  title: context.name,
  about: context.scope,
  lines: body.lines,
  blocks: body.blocks,
  link: linkOf(body),
  company: true,
})

/** Reads only. @throws JobRefused with the reason, if the report cannot be composed */
export const composeReport = async (
  kind: ReportKind,
  policy: EmptyPolicy,
  context: ReportContext,
): Promise<ComposedReport> => {
  const { tx, facts, fleet } = context
  if ((await fleetCount(tx, whereOf(fleet.query, facts))) === 0) return noVehicle(context)
  const body = await BODIES[kind](context)
  const { vehicles, empty, unread = false, file } = body
  if (empty && policy !== 'send') {
    const content = await noticeOf(kind, body, context)
    const outcome = policy === 'skip' && !unread ? 'skipped' : 'notice'
    const why = unread ? NOTHING_IN_WHAT_WAS_READ : NOTHING_NEW
    return { content, file: undefined, vehicles, empty, outcome, why }
  }
  return { content: wholeOf(body, context), file, vehicles, empty, outcome: 'sent' }
}
