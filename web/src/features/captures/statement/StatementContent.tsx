// The content of a statement: its debts, each assigned to a type, the answer of the other types, the payment and the
// total.
import type { CaptureTask } from '@padron/contract/captures'
import type { ReactNode } from 'react'
import { useFormContext } from '../../../ui/form/Form.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { PaymentFields, SeenFields } from '../capture/CaptureFields.tsx'
import type { DebtLine } from '../capture/DebtCell.tsx'
import { DebtsGrid } from '../capture/DebtsGrid.tsx'
import { EMPTY_DEBT } from '../capture/debt-rows.ts'
import { PortalTotalField, ResourceCell, StatementSum, TypesField } from './StatementFields.tsx'
import { choiceOf, type StatementDebt, type StatementValues } from './statement-values.ts'

const EMPTY_ROW: StatementDebt = { ...EMPTY_DEBT, resource: '' }

type Props = {
  tasks: readonly CaptureTask[]
  hint: string
  /** The difference between the portal's total and the sum. */
  remark: string | undefined
  /** Handles a pasted table. */
  onTable?: (text: string) => boolean
  /** The field of its proof, if it has no proof yet. */
  children?: ReactNode
}

export const StatementContent = ({ tasks, hint, remark, onTable, children }: Props) => {
  const { values } = useFormContext<StatementValues>()
  const owes = tasks.some(({ resourceId }) => choiceOf(values, tasks, resourceId) === 'owes')
  const extra: Column<DebtLine> = {
    key: 'resource',
    title: 'Tipo',
    className: 'debt-grid__resource',
    cell: ({ at }) => <ResourceCell at={at} tasks={tasks} />,
  }
  return (
    <>
      <DebtsGrid
        optional
        empty={EMPTY_ROW}
        hint={hint}
        extra={extra}
        {...(onTable && { onTable: (_: unknown, text: string) => onTable(text) })}
        sum={<StatementSum tasks={tasks} />}
      />
      <TypesField tasks={tasks} />
      {children}
      {owes && <PaymentFields />}
      {owes && <PortalTotalField remark={remark} />}
      <SeenFields />
    </>
  )
}
