// What opens over the list of reports: one thing at a time.
import type { Report } from '@padron/contract/report-definition'
import { lazy, type ReactNode, Suspense } from 'react'
import { DeleteReport } from './DeleteReport.tsx'
import { definitionOf } from './definition.ts'
import { SendDialog } from './SendDialog.tsx'

const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((m) => ({ default: m.ReportDialog })))
const PreviewDialog = lazy(() => import('./PreviewDialog.tsx').then((m) => ({ default: m.PreviewDialog })))

/** The form without a report: a new one, of a saved view where it is known. */
export type OpenReport =
  | { what: 'form'; report: Report | undefined; viewId?: number | undefined }
  | { what: 'preview' | 'send' | 'delete'; report: Report }

type Props = {
  open: OpenReport | undefined
  all: readonly Report[]
  timeZone: string
  onOpen: (open: OpenReport) => void
  onClose: () => void
}

export const ReportDialogs = ({ open, all, timeZone, onOpen, onClose }: Props): ReactNode => {
  if (!open) return null
  // As it is now; one that is gone stays as it was, so that what is typed is not lost with it.
  const report = all.find(({ reportId }) => reportId === open.report?.reportId) ?? open.report
  if (open.what === 'form')
    return (
      <Suspense>
        <ReportDialog report={report} viewId={open.viewId} timeZone={timeZone} onClose={onClose} />
      </Suspense>
    )
  if (!report) return null
  if (open.what === 'send') return <SendDialog report={report} onClose={onClose} />
  if (open.what === 'delete') return <DeleteReport report={report} onClose={onClose} />
  return (
    <Suspense>
      <PreviewDialog
        definition={definitionOf(report)}
        reportId={report.reportId}
        onEdit={() => onOpen({ what: 'form', report })}
        onClose={onClose}
      />
    </Suspense>
  )
}
