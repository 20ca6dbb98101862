// What is typed in the form of a report, kept as a draft in this browser until it is saved or given up.
import type { Report } from '@padron/contract/report-definition'
import { useEffect, useState } from 'react'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { isSame, newValues, type ReportValues, readValues, valuesOf } from './report-values.ts'

/** @param viewId a new one's saved view, where it is known: a draft of another one is left alone then */
export const useReportValues = (report: Report | undefined, viewId: number | undefined) => {
  const { userId } = useUser()
  const of = viewId === undefined ? 'new' : `view-${viewId}`
  const { found, keep } = useDraft(userId, `report-${report?.reportId ?? of}`, readValues)
  const [base, setBase] = useState(() => (report ? valuesOf(report) : newValues(viewId)))
  const [values, setValues] = useState(found ?? base)
  const [recovered, setRecovered] = useState(found !== undefined)
  const touched = !isSame(values, base)
  useEffect(() => keep(touched ? values : undefined), [values, touched, keep])
  return {
    values,
    touched,
    recovered: recovered && touched,
    change: (patch: Partial<ReportValues>): void => {
      setValues((now) => ({ ...now, ...patch }))
      setRecovered(false)
    },
    /** What was typed goes; what is stored is shown. */
    restart: (): void => {
      const now = report ? valuesOf(report) : newValues(viewId)
      setBase(now)
      setValues(now)
      setRecovered(false)
    },
    forget: (): void => keep(undefined),
  }
}
