// What the form of a report does with its values: what is wrong with them, and the saving.
import { NOTICES } from '@padron/contract/common'
import type { Report } from '@padron/contract/report-definition'
import { reports as calls } from '@padron/contract/reports'
import { useQueryClient } from '@tanstack/react-query'
import { formRefusalText, isFormRefusal, isGone, isOutdated, refusedFields } from '../../api/form-refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useFaults } from '../../ui/form/use-faults.ts'
import { reportChanges } from './report-changes.ts'
import { bodyOf, faultsOf, type ReportValues } from './report-values.ts'
import { useReportValues } from './use-report-values.ts'

const OUTDATED =
  'Otra persona cambió este reporte mientras usted lo editaba. Lo que escribió sigue aquí: revíselo y guarde de nuevo.'
const GONE = `${NOTICES[404]} Otra persona eliminó este reporte. Lo que escribió sigue aquí: puede copiarlo en uno nuevo.`

/** The server's places, as this form calls them: `mails.0` is the field of the addresses. */
const placed = (error: unknown) =>
  Object.fromEntries(
    Object.entries(refusedFields(error)).map(([path, text]) => [
      path.replace(/^filter\./, '').split('.')[0] ?? '',
      text,
    ]),
  )

export const useReportForm = (report: Report | undefined, viewId: number | undefined, onDone: () => void) => {
  const queries = useQueryClient()
  const form = useReportValues(report, viewId)
  const { values, base, version, conflict } = form
  const { faults, said, refused, refuse, mend, clear } = useFaults()
  const create = useAction(calls.create, { told: isFormRefusal })
  const edit = useAction(calls.edit, { told: (error) => isFormRefusal(error) || isGone(error) })
  const busy = create.isPending || edit.isPending

  const failed = (error: unknown): void => {
    if (isOutdated(error) || isGone(error)) {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === calls.list.name })
      refuse({}, isGone(error) ? GONE : OUTDATED)
    } else refuse(placed(error), formRefusalText(error, calls.create))
  }
  const send = (): Promise<unknown> => {
    const body = { ...bodyOf(values), firstReportSendTime: values.first }
    return report
      ? edit.mutateAsync({ params: { reportId: `${report.reportId}` }, body: { ...body, version } })
      : create.mutateAsync({ body })
  }
  /** Says what is missing, if anything is. */
  const isRight = (): boolean => {
    const wrong = faultsOf(values)
    if (Object.keys(wrong).length === 0) return true
    refuse(wrong)
    return false
  }
  return {
    ...form,
    faults,
    said,
    refused,
    busy,
    /** What somebody else changed, where it would be undone by saving; not one's own, which is there before the form is gone. */
    changes: conflict && !busy ? reportChanges(base, conflict) : undefined,
    isRight,
    change: (patch: Partial<ReportValues>): void => {
      form.change(patch)
      mend(...Object.keys(patch))
    },
    restart: (): void => {
      form.restart()
      clear()
    },
    save: async (): Promise<void> => {
      if (busy || !isRight()) return
      clear()
      await send().then(() => {
        form.forget()
        onDone()
      }, failed)
    },
  }
}
export type ReportForm = ReturnType<typeof useReportForm>
