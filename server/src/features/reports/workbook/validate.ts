// Validates and applies a configuration workbook. It validates without locks; the transaction that applies it first
// checks that nothing it was validated against has changed.
import { isDeepStrictEqual } from 'node:util'
import { REPORT_FILE_TEXTS } from '@padron/contract/reports'
import type { ReportDefinition } from '@padron/contract/reports/definition'
import type { Configured, ConfiguredReport } from '@padron/contract/reports/outcomes'
import type { FirstSend } from '@padron/contract/reports/rules'
import { typedHeading } from '@padron/contract/template/workbook-columns'
import { type Actor, asTenant, type Db, readAsTenant, type Tx } from '../../../db/client.ts'
import { refuse } from '../../../errors/http-problem.ts'
import type { FileNote } from '../../../files/xlsx/write/error-workbook-rows.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { lockTags, lockViews } from '../definitions/rules.ts'
import { lockReportRows, lockReports, readStored, type StoredReport } from '../definitions/write.ts'
import { loadReportQuery } from '../report-query.ts'
import { applyPlan, firstSendsOf } from './apply.ts'
import { readNames } from './known-names.ts'
import { type Plan, planOf } from './plan.ts'
import type { ReadSheet } from './read-sheet.ts'
import { writeResultEmail } from './result-email.ts'

const ERRORS_AT_MOST = 500
const TRIES = 3
const PREVIEWED = 'El archivo se revisó; todavía no se ha escrito nada.'
const MOVED =
  'La configuración cambió mientras se revisaba el archivo. Descargue de nuevo la plantilla y súbala otra vez.'

export type Upload = {
  session: Session
  actor: Actor
  sheet: ReadSheet
  firstSend: FirstSend
  preview: boolean
  notifyTo: string
  /** Whether this installation sends emails. */
  mails: boolean
  now: Date
}
type ValidatedWorkbook = { plan: Plan; stored: readonly StoredReport[] }
export type UploadResult = { answer: Configured; notes: Plan['notes'] }

const clockOf = ({ session: { timeZone }, firstSend, now }: Upload) => ({ timeZone, firstSend, now })

const MAX_MAILS = 3
const summarizeReport = ({ name, mails }: Pick<ReportDefinition, 'name' | 'mails'>): ConfiguredReport => ({
  name,
  mails: mails.slice(0, MAX_MAILS),
  mailCount: mails.length,
})
const whatChanges = ({ reports, removed }: Plan) => ({
  reports: reports.length,
  created: reports.flatMap(({ before, written }) => (before ? [] : [summarizeReport(written)])),
  changed: reports.flatMap(({ differs, written }) => (differs ? [summarizeReport(written)] : [])),
  removed: removed.map(summarizeReport),
})

/** Headings without the star that marks required columns. */
const faultOf = ({ row, heading, message }: FileNote) => ({
  row: row || null,
  column: typedHeading(heading),
  message,
})

const configuredReply = (plan: Plan, message: string, upload: Upload): Configured => ({
  message,
  applied: false,
  ...whatChanges(plan),
  errors: plan.notes.slice(0, ERRORS_AT_MOST).map(faultOf),
  errorCount: plan.notes.length,
  fileUrl: null,
  firstSends: plan.notes.length > 0 ? [] : firstSendsOf(plan, clockOf(upload)),
  letterId: null,
})

/** @throws 403 if a new or changed report uses a view that filters by fields that the user may not read */
const refuseHiddenViews = async (tx: Tx, { tenantId, roles }: Session, { reports }: Plan): Promise<void> => {
  const views = reports.flatMap(({ before, differs, written: { viewId } }) =>
    viewId !== null && (!before || differs) ? [viewId] : [],
  )
  for (const viewId of new Set(views)) await loadReportQuery(tx, tenantId, { viewId, filter: {} }, roles)
}

const validate = (db: Db, { session, sheet }: Upload): Promise<ValidatedWorkbook> =>
  readAsTenant(db, session.tenantId, async (tx) => {
    const stored = await readStored(tx, session.tenantId)
    const plan = await planOf(sheet, await readNames(tx, session), stored)
    await refuseHiddenViews(tx, session, plan)
    return { stored, plan }
  })

/** Locks the reports and all that the plan's rows name. @returns whether they are unchanged since validation */
const isUnchanged = async (tx: Tx, tenantId: number, { plan, stored }: ValidatedWorkbook): Promise<boolean> => {
  await lockReports(tx, tenantId)
  if (!isDeepStrictEqual(await lockReportRows(tx, tenantId), stored)) return false
  const written = plan.reports.map((report) => report.written)
  return (
    (await lockTags(
      tx,
      tenantId,
      written.flatMap(({ filter }) => filter.tags ?? []),
    )) &&
    (await lockViews(
      tx,
      tenantId,
      written.flatMap(({ viewId }) => (viewId === null ? [] : [viewId])),
    ))
  )
}

/** @returns undefined if something it was validated against has changed */
const write = (db: Db, validated: ValidatedWorkbook, upload: Upload): Promise<Configured | undefined> => {
  const { session, notifyTo, mails, now, actor } = upload
  const { tenantId } = session
  const apply = async (tx: Tx) => {
    if (!(await isUnchanged(tx, tenantId, validated))) return undefined
    const answer = { ...configuredReply(validated.plan, REPORT_FILE_TEXTS.done, upload), applied: true }
    await applyPlan(tx, tenantId, validated.plan, { ...clockOf(upload), roles: session.roles })
    const emailId = await writeResultEmail(tx, { session, answer, notifyTo, mails, now })
    return { ...answer, letterId: emailId }
  }
  return asTenant(db, tenantId, apply, actor)
}

/** @throws 409 if the reports keep changing while it is validated */
export const configure = async (db: Db, upload: Upload): Promise<UploadResult> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const validated = await validate(db, upload)
    const { notes } = validated.plan
    if (notes.length > 0) return { answer: configuredReply(validated.plan, REPORT_FILE_TEXTS.errors, upload), notes }
    if (upload.preview) return { answer: configuredReply(validated.plan, PREVIEWED, upload), notes }
    const answer = await write(db, validated, upload)
    if (answer) return { answer, notes }
  }
  throw refuse(409, MOVED)
}
