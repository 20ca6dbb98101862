// A report as the server takes it, from one that there is.
import type { Report, ReportDefinition } from '@padron/contract/report-definition'

export const definitionOf = (report: Report): ReportDefinition => {
  const { name, kind, mails, frequency, sendDay, sendHour, view, filter, emptyPolicy, active } = report
  return { name, kind, mails, frequency, sendDay, sendHour, viewId: view?.viewId ?? null, filter, emptyPolicy, active }
}
