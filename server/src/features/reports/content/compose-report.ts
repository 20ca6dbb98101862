// The letter of each kind of report: a later kind is a row here and a file of its own.
import type { EmptyPolicy, ReportKind } from '@padron/contract/report-rules'
import { fleetCount } from '../../../fleet/debt-totals.ts'
import { whereOf } from '../../../fleet/where.ts'
import type { MailContent } from '../../../mail/email-content.ts'
import { changesBody } from './changes.ts'
import { debtsBody } from './debts.ts'
import { expiriesBody } from './expiries.ts'
import { readStanding } from './freshness.ts'
import type { Asking, Body, BodyFile } from './report-context.ts'
import { sheetsBody } from './sheets.ts'
import { readUnread, unreadBlocks } from './unread.ts'
import { vehiclesBody } from './vehicles.ts'
import { madeAt } from './words.ts'

const BODIES: Readonly<Record<ReportKind, (asking: Asking) => Promise<Body>>> = {
  debts: debtsBody,
  vehicles: vehiclesBody,
  expiries: expiriesBody,
  changes: changesBody,
  sheets: sheetsBody,
}

/** What is sent of a report: the whole of it, a notice that there is nothing to report, or nothing. */
export type Made = {
  content: MailContent
  file: BodyFile | undefined
  vehicles: number
  empty: boolean
  outcome: 'sent' | 'notice' | 'skipped'
  /** Where it is not the whole of it. */
  why?: string
}
export const NOTHING_NEW = 'Sin novedades.'
export const NO_VEHICLE = 'Ningún vehículo cumple el filtro.'

const linkOf = ({ path }: Body): NonNullable<MailContent['link']> => ({ text: 'Abrir en la consola', path })

/** Says what is not known as well: nothing to report is only what was read. */
const noticeOf = async (kind: ReportKind, body: Body, asking: Asking): Promise<MailContent> => {
  const { neverAsked } = await readStanding(asking)
  return {
    subject: kind === 'changes' || body.unread ? `${asking.name}: ${body.subject}` : `Sin novedades: ${asking.name}`,
    title: asking.name,
    about: asking.whose,
    lines: body.lines,
    blocks: unreadBlocks(await readUnread(asking), asking, neverAsked),
    link: linkOf(body),
    company: true,
  }
}

/** More often than not the filter is at fault: it is told whatever the report does with nothing to say. */
const noVehicle = ({ name, whose, at, facts }: Asking): Made => ({
  content: {
    subject: `${NO_VEHICLE.slice(0, -1)}: ${name}`,
    title: name,
    about: whose,
    lines: [`${NO_VEHICLE} Revise el filtro o la vista del reporte.`, madeAt(at, facts.timeZone)],
    company: true,
  },
  file: undefined,
  vehicles: 0,
  empty: true,
  outcome: 'notice',
  why: NO_VEHICLE,
})

const wholeOf = (body: Body, asking: Asking): MailContent => ({
  subject: `${asking.name}: ${body.subject}`,
  title: asking.name,
  about: asking.whose,
  lines: body.lines,
  blocks: body.blocks,
  link: linkOf(body),
  company: true,
})

/** Reads, and writes nothing. @throws JobRefused where it cannot be made, with the reason */
export const makeReport = async (kind: ReportKind, policy: EmptyPolicy, asking: Asking): Promise<Made> => {
  const { tx, facts, fleet } = asking
  if ((await fleetCount(tx, whereOf(fleet.query, facts))) === 0) return noVehicle(asking)
  const body = await BODIES[kind](asking)
  const { vehicles, empty, unread = false, file } = body
  if (empty && policy !== 'send') {
    const content = await noticeOf(kind, body, asking)
    const outcome = policy === 'skip' && !unread ? 'skipped' : 'notice'
    return { content, file: undefined, vehicles, empty, outcome, why: NOTHING_NEW }
  }
  return { content: wholeOf(body, asking), file, vehicles, empty, outcome: 'sent' }
}
