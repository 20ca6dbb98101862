// A report's own switch: it is saved at once, and shown so while it is.
import type { Report } from '@padron/contract/report-definition'
import { reports as calls } from '@padron/contract/reports'
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '../../api/notify.ts'
import { definitionOf } from './definition.ts'
import { useTold } from './use-told.ts'

export const useActive = (report: Report) => {
  const queries = useQueryClient()
  const again = (): void =>
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === calls.list.name })
  const { mutate, isPending, variables } = useTold(
    calls.edit,
    ({ name, active }) => notify('done', active ? 'Reporte activado' : 'Reporte apagado', { about: name }),
    again,
  )
  const set = (active: boolean): void =>
    mutate({
      params: { reportId: `${report.reportId}` },
      body: { ...definitionOf(report), active, version: report.version },
    })
  return { on: isPending ? variables.body.active === true : report.active, busy: isPending, set }
}
