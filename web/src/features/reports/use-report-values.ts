// What is typed in the form of a report, kept as a draft in this browser until it is saved or given up, together with what it
// began from: the report may have become another one since.
import type { Report } from '@padron/contract/report-definition'
import { useEffect, useState } from 'react'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { isSame, newValues, type ReportDraft, type ReportValues, readDraft, valuesOf } from './report-values.ts'

const beginning = (report: Report | undefined, viewId: number | undefined): ReportDraft => {
  const values = report ? valuesOf(report) : newValues(viewId)
  return { values, base: values, version: report?.version ?? 0 }
}

/**
 * @param report as it is stored now; undefined: a new one
 * @param viewId a new one's saved view, where it is known: a draft of another one is left alone then
 */
export const useReportValues = (report: Report | undefined, viewId: number | undefined) => {
  const { userId } = useUser()
  const of = viewId === undefined ? 'new' : `view-${viewId}`
  const { found, keep } = useDraft(userId, `report-${report?.reportId ?? of}`, readDraft)
  const [draft, setDraft] = useState(found ?? (() => beginning(report, viewId)))
  const [recovered, setRecovered] = useState(found !== undefined)
  const { values, base, version } = draft
  const touched = !isSame(values, base)
  const unchanged = report !== undefined && isSame(base, valuesOf(report))
  const conflict = report && report.version !== version && !unchanged ? report : undefined
  useEffect(() => keep(touched ? draft : undefined), [draft, touched, keep])
  const restart = (): void => {
    setDraft(beginning(report, viewId))
    setRecovered(false)
  }
  // Nothing typed is lost: what is new is simply shown.
  if (conflict && !touched) restart()
  return {
    values,
    touched,
    recovered: recovered && touched,
    base,
    /** The report as it is stored by now, where somebody else changed what is written here since the form began. */
    conflict,
    /** The version that was looked at: with a conflict, the one that is shown beside the form. */
    version: conflict || unchanged ? (report?.version ?? 0) : version,
    change: (patch: Partial<ReportValues>): void => {
      setDraft((now) => ({ ...now, values: { ...now.values, ...patch } }))
      setRecovered(false)
    },
    /** What was typed goes; what is stored is shown. */
    restart,
    forget: (): void => keep(undefined),
  }
}
