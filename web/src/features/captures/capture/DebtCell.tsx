// One cell of the grid of debts, and the messages about a row below it.
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { amountText, moneyText } from '../../../lib/money-text.ts'
import { dayFrom } from '../../../lib/typed-day.ts'
import { useUser } from '../../../session/user-context.ts'
import { DateInput } from '../../../ui/fields/DateInput.tsx'
import type { Faults } from '../../../ui/form/faults.ts'
import {
  computedTotal,
  DEBT_FIELDS,
  type DebtField,
  type DebtText,
  debtTitle,
  isOff,
  MONEY_FIELDS,
} from './debt-rows.ts'

/** A row with its faults by field. */
export type DebtLine = { debt: DebtText; at: number; faults: Faults; remarksId: string }

export const hasRemarks = ({ debt, faults }: DebtLine): boolean => Object.keys(faults).length > 0 || isOff(debt)

type Props = {
  line: DebtLine
  column: (typeof DEBT_FIELDS)[number]
  onPut: (at: number, field: DebtField, text: string) => void
  onDown: (at: number, field: DebtField) => void
  /** @returns whether the text was cells of a spreadsheet */
  onPaste: (at: number, field: DebtField, text: string) => boolean
}

export const DebtCell = ({ line, column, onPut, onDown, onPaste }: Props) => {
  const { country } = useUser()
  const { debt, at, faults, remarksId } = line
  const { field, atMost } = column
  const isMoney = MONEY_FIELDS.includes(field)
  const computed = field === 'total' ? computedTotal(debt) : undefined
  const cell = {
    'data-cell': `${at}-${field}`,
    'aria-label': `${debtTitle(column, country)}, fila ${at + 1}`,
    autoComplete: 'off',
    spellCheck: false,
    ...(field === 'description' && { 'aria-required': true }),
    ...(faults[field] && { 'aria-invalid': true }),
    ...(hasRemarks(line) && { 'aria-describedby': remarksId }),
    value: debt[field],
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      onDown(at, field)
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      const isTable = onPaste(at, field, text)
      // A date followed by a time is accepted as a date.
      const day = !isTable && field === 'dateTime' && dayFrom(text.trim())
      if (day) onPut(at, field, day)
      if (isTable || day) event.preventDefault()
    },
  }
  if (field === 'dateTime') return <DateInput {...cell} onChange={(day) => onPut(at, field, day)} />
  return (
    <input
      {...cell}
      type="text"
      maxLength={atMost}
      {...(isMoney && { className: 'money', inputMode: 'decimal' })}
      {...(computed !== undefined && computed >= 0 && { placeholder: amountText(computed, country) })}
      onChange={({ target }) => onPut(at, field, target.value)}
    />
  )
}

export const DebtRemarks = ({ line: { debt, faults, remarksId } }: { line: DebtLine }) => {
  const { country } = useUser()
  const computed = computedTotal(debt)
  return (
    <div id={remarksId}>
      {DEBT_FIELDS.filter(({ field }) => faults[field]).map((column) => (
        <small key={column.field} className="field__fault">
          {debtTitle(column, country)}: {faults[column.field]}.{' '}
        </small>
      ))}
      {/* Only a remark, not a fault: some sources do report such totals. */}
      {isOff(debt) && computed !== undefined && (
        <small className="warning-text">
          Importe − descuento + recargo da {moneyText(computed, country)}. Si la fuente dice otro total, déjelo: se
          guarda como lo dio y queda señalado.
        </small>
      )}
    </div>
  )
}
