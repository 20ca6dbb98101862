// One row of the grid of debts, and under it what is wrong with it.
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId } from 'react'
import { amountText, moneyText } from '../../lib/money-text.ts'
import { dayFrom } from '../../lib/typed-day.ts'
import { useUser } from '../../session/user-context.ts'
import { DateInput } from '../../ui/DateInput.tsx'
import { Icon } from '../../ui/icons.tsx'
import { computedTotal, isOff } from './amounts.ts'
import type { Faults } from './capture-faults.ts'
import { DEBT_FIELDS, type DebtField, type DebtText, debtTitle, MONEY_FIELDS } from './debt-rows.ts'

const REQUIRED: DebtField = 'description'

type Props = {
  debt: DebtText
  at: number
  columns: number
  faults: Faults
  alone: boolean
  onPut: (at: number, field: DebtField, text: string) => void
  onDown: (at: number, field: DebtField) => void
  /** @returns whether it was cells of a spreadsheet */
  onPaste: (at: number, field: DebtField, text: string) => boolean
  onRemove: (at: number) => void
}

export const DebtLine = ({ debt, at, columns, faults, alone, onPut, onDown, onPaste, onRemove }: Props): ReactNode => {
  const { country } = useUser()
  const id = useId()
  const row = at + 1
  const computed = computedTotal(debt)
  const wrong = DEBT_FIELDS.flatMap((column) => {
    const fault = faults[`debts.${at}.${column.field}`]
    return fault ? [{ field: column.field, title: debtTitle(column, country), fault }] : []
  })
  // No fault: some sources do say such totals.
  const sumOff = isOff(debt)
  const said = wrong.length > 0 || sumOff
  return (
    <tbody className="debt-grid__debt">
      <tr>
        {DEBT_FIELDS.map((column) => {
          const { field, atMost } = column
          const title = debtTitle(column, country)
          const isMoney = MONEY_FIELDS.includes(field)
          const bad = wrong.some((one) => one.field === field)
          const cell = {
            'data-cell': `${at}-${field}`,
            'aria-label': `${title}, renglón ${row}`,
            autoComplete: 'off',
            spellCheck: false,
            ...(field === REQUIRED && { 'aria-required': true }),
            ...(bad && { 'aria-invalid': true }),
            ...(said && { 'aria-describedby': id }),
            value: debt[field],
            onKeyDown: (event: KeyboardEvent) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              event.preventDefault()
              onDown(at, field)
            },
            onPaste: (event: ClipboardEvent) => {
              const text = event.clipboardData.getData('text/plain')
              const taken = onPaste(at, field, text)
              // A date with the time after it is a date.
              const day = !taken && field === 'dateTime' && dayFrom(text.trim())
              if (day) onPut(at, field, day)
              if (taken || day) event.preventDefault()
            },
          }
          return (
            <td key={field} data-label={title} data-field={field}>
              {field === 'dateTime' ? (
                <DateInput {...cell} onChange={(day) => onPut(at, field, day)} />
              ) : (
                <input
                  {...cell}
                  type="text"
                  className={isMoney ? 'money' : undefined}
                  maxLength={atMost}
                  {...(isMoney && { inputMode: 'decimal' })}
                  {...(field === 'total' &&
                    computed !== undefined &&
                    computed >= 0 && {
                      placeholder: amountText(computed, country),
                    })}
                  onChange={({ target }) => onPut(at, field, target.value)}
                />
              )}
            </td>
          )
        })}
        <td className="debt-grid__remove">
          <button
            type="button"
            className="icon-button"
            aria-label={`Quitar renglón ${row}`}
            disabled={alone && Object.values(debt).every((text) => text === '')}
            onClick={() => onRemove(at)}
          >
            <Icon name="trash" size={16} />
          </button>
        </td>
      </tr>
      {said && (
        <tr>
          <td colSpan={columns} id={id} className="debt-grid__said">
            {wrong.map(({ field, title, fault }) => (
              <small key={field} className="field__fault">
                {title}: {fault}.{' '}
              </small>
            ))}
            {sumOff && computed !== undefined && (
              <small className="debt-grid__off">
                Importe − descuento + recargo da {moneyText(computed, country)}. Si la fuente dice otro total, déjelo:
                se guarda como lo dio y queda señalado.
              </small>
            )}
          </td>
        </tr>
      )}
    </tbody>
  )
}
