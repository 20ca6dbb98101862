// The debts as the source lists them: a grid to type in, or to paste rows of a spreadsheet over. Enter goes one row down.
import { CAPTURE_DEBTS_AT_MOST } from '@padron/contract/captures'
import { COUNTRIES } from '@padron/contract/countries'
import { addMoney, money } from '@padron/contract/money'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useUser } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { isOff, totalOf } from './amounts.ts'
import { DebtLine } from './DebtLine.tsx'
import {
  DEBT_FIELDS,
  type DebtField,
  type DebtText,
  debtTitle,
  EMPTY_DEBT,
  isBlank,
  MONEY_FIELDS,
  pastedCells,
  withPasted,
} from './debt-rows.ts'
import type { Capture } from './use-capture-form.ts'

const COLUMNS = DEBT_FIELDS.length + 1

/** A cell that is to have the focus once it is drawn. */
const useCellFocus = () => {
  const body = useRef<HTMLTableElement>(null)
  const wanted = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!wanted.current) return
    const cell = body.current?.querySelector<HTMLElement>(`[data-cell="${wanted.current}"]`)
    if (!cell) return
    wanted.current = undefined
    cell.focus()
  })
  const focusOn = (row: number, field: DebtField): void => {
    wanted.current = `${row}-${field}`
  }
  return { body, focusOn }
}

const Sum = ({ debts }: { debts: readonly DebtText[] }): ReactNode => {
  const { country } = useUser()
  const totals = debts.filter((debt) => !isBlank(debt)).map(totalOf)
  const known = totals.flatMap((total) => (total === null ? [] : [total]))
  const unknown = totals.length - known.length
  const off = debts.filter(isOff).length
  return (
    <p className="grid-sum" aria-live="polite">
      {totals.length} {totals.length === 1 ? 'adeudo' : 'adeudos'} ·{' '}
      <strong>{known.length > 0 ? money(addMoney(known), country) : 'sin importe'}</strong>
      {known.length > 0 && unknown > 0 && <span className="muted"> + {unknown} sin importe: no se sabe</span>}
      {off > 0 && (
        <span className="debt-grid__off"> · {off === 1 ? 'un total no cuadra' : `${off} totales no cuadran`}</span>
      )}
    </p>
  )
}

export const DebtsGrid = ({ capture: { values, faults, change } }: { capture: Capture }): ReactNode => {
  const { country } = useUser()
  const { body, focusOn } = useCellFocus()
  const rows = values.debts.length > 0 ? values.debts : [EMPTY_DEBT]
  const set = (next: readonly DebtText[], place = 'debts'): void => change({ debts: [...next] }, place)
  const put = (at: number, field: DebtField, text: string): void =>
    set(
      rows.map((row, i) => (i === at ? { ...row, [field]: text } : row)),
      `debts.${at}.`,
    )
  const down = (at: number, field: DebtField): void => {
    if (at === rows.length - 1 && rows.length < CAPTURE_DEBTS_AT_MOST) set([...rows, EMPTY_DEBT], 'none')
    focusOn(at + 1, field)
    // Where nothing is drawn anew the cell is there already.
    body.current?.querySelector<HTMLElement>(`[data-cell="${at + 1}-${field}"]`)?.focus()
  }
  const remove = (at: number): void => {
    set(rows.filter((_, i) => i !== at))
    focusOn(Math.max(0, Math.min(at, rows.length - 2)), 'folio')
  }
  const paste = (at: number, field: DebtField, text: string): boolean => {
    const cells = pastedCells(text)
    if (cells) set(withPasted(rows, cells, { row: at, field }, CAPTURE_DEBTS_AT_MOST))
    return cells !== undefined
  }
  return (
    <fieldset>
      <legend className="field__required">Adeudos</legend>
      <p className="muted grid-hint">
        Como los da la fuente, en {COUNTRIES[country].currency}. Puede pegar varios renglones desde una hoja de cálculo.
        Un importe vacío queda como “no se sabe”.
      </p>
      <table ref={body} className="debt-grid">
        <thead>
          <tr>
            {DEBT_FIELDS.map((column) => (
              <th key={column.field} scope="col" className={MONEY_FIELDS.includes(column.field) ? 'money' : undefined}>
                {debtTitle(column, country)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Quitar</span>
            </th>
          </tr>
        </thead>
        {rows.map((debt, at) => (
          <DebtLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            key={at}
            debt={debt}
            at={at}
            columns={COLUMNS}
            faults={faults}
            alone={rows.length === 1}
            onPut={put}
            onDown={down}
            onPaste={paste}
            onRemove={remove}
          />
        ))}
      </table>
      {faults.debts && (
        <small role="alert" className="field__fault">
          {faults.debts}
        </small>
      )}
      <div className="grid-foot">
        <button
          type="button"
          className="button button--small"
          aria-disabled={rows.length >= CAPTURE_DEBTS_AT_MOST}
          onClick={() => {
            if (rows.length >= CAPTURE_DEBTS_AT_MOST) return
            set([...rows, EMPTY_DEBT], 'none')
            focusOn(rows.length, 'folio')
          }}
        >
          <Icon name="plus" size={15} />
          Agregar renglón
        </button>
        <Sum debts={values.debts} />
      </div>
    </fieldset>
  )
}
