// The debts as the source lists them: a grid to type in, or to paste rows of a spreadsheet into. Enter moves one row
// down.
import { CAPTURE_DEBTS_AT_MOST } from '@padron/contract/captures'
import { addMoney, money } from '@padron/contract/money'
import { COUNTRIES } from '@padron/contract/places/countries'
import { countOf } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { useFormContext } from '../../../ui/form/Form.tsx'
import { onlyFaults } from '../../../ui/form/faults.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import type { CaptureValues } from './capture-values.ts'
import { DebtCell, type DebtLine, DebtRemarks, hasRemarks } from './DebtCell.tsx'
import {
  DEBT_FIELDS,
  type DebtField,
  type DebtText,
  debtTitle,
  EMPTY_DEBT,
  isBlank,
  isOff,
  MONEY_FIELDS,
  pastedCells,
  totalOf,
  withPasted,
} from './debt-rows.ts'

/** Focuses a cell once it is rendered. */
const useCellFocus = () => {
  const body = useRef<HTMLFieldSetElement>(null)
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

const Sum = ({ debts }: { debts: readonly DebtText[] }) => {
  const { country } = useUser()
  const totals = debts.filter((debt) => !isBlank(debt)).map(totalOf)
  const known = totals.flatMap((total) => (total === null ? [] : [total]))
  const unknown = totals.length - known.length
  const off = debts.filter(isOff).length
  return (
    <p className="figures-text" aria-live="polite">
      {countOf(totals.length, 'adeudo', 'adeudos', country)} ·{' '}
      <strong>{known.length > 0 ? money(addMoney(known), country) : 'sin importe'}</strong>
      {known.length > 0 && unknown > 0 && <span className="muted"> + {unknown} sin importe</span>}
      {off > 0 && (
        <span className="warning-text"> · {off === 1 ? 'un total no cuadra' : `${off} totales no cuadran`}</span>
      )}
    </p>
  )
}

type Props = {
  /** Whether the list may be empty. */
  optional?: boolean
  /** A row without values. */
  empty?: DebtText
  hint?: string
  /** An additional column, before the last. */
  extra?: Column<DebtLine>
  /** @returns whether the pasted text was handled */
  onTable?: (at: number, text: string) => boolean
  /** Replaces the sum of the debts. */
  sum?: ReactNode
}

const HINT = 'Puede pegar varias filas desde una hoja de cálculo. Un importe vacío queda sin dato.'

export const DebtsGrid = ({ optional = false, empty = EMPTY_DEBT, hint = HINT, extra, onTable, sum }: Props) => {
  const { values, faults, put } = useFormContext<Pick<CaptureValues, 'debts'>>()
  const { country } = useUser()
  const { body, focusOn } = useCellFocus()
  const rows = values.debts.length > 0 ? values.debts : [empty]
  const isFull = rows.length >= CAPTURE_DEBTS_AT_MOST
  /** @param paths the refusals of the server that this change clears */
  const set = (debts: readonly DebtText[], paths: readonly string[] = ['debts']): void => put({ debts }, paths)
  const add = (): void => set([...rows, empty], [])
  const type = (at: number, field: DebtField, text: string): void =>
    set(rows.with(at, { ...(rows[at] ?? empty), [field]: text }), [`debts.${at}`])
  const down = (at: number, field: DebtField): void => {
    if (at === rows.length - 1 && !isFull) add()
    focusOn(at + 1, field)
    // If nothing is rendered again, the cell already exists.
    body.current?.querySelector<HTMLElement>(`[data-cell="${at + 1}-${field}"]`)?.focus()
  }
  const remove = (at: number): void => {
    set(rows.filter((_, i) => i !== at))
    focusOn(Math.max(0, Math.min(at, rows.length - 2)), 'folio')
  }
  const paste = (at: number, field: DebtField, text: string): boolean => {
    if (onTable?.(at, text)) return true
    const cells = pastedCells(text)
    if (cells) set(withPasted(rows, cells, { row: at, field }, CAPTURE_DEBTS_AT_MOST, empty))
    return cells !== undefined
  }
  const id = useId()
  const lines = rows.map((debt, at): DebtLine => {
    const wrong = Object.fromEntries(DEBT_FIELDS.map(({ field }) => [field, faults[`debts.${at}.${field}`]]))
    return { debt, at, faults: onlyFaults(wrong), remarksId: `${id}-${at}` }
  })
  const columns = [
    ...DEBT_FIELDS.map((column): Column<DebtLine> => {
      const { field } = column
      return {
        key: field,
        title: debtTitle(column, country),
        ...(MONEY_FIELDS.includes(field) && { kind: 'money' as const }),
        className: `debt-grid__${field}`,
        cell: (line) => <DebtCell line={line} column={column} onPut={type} onDown={down} onPaste={paste} />,
      }
    }),
    ...(extra ? [extra] : []),
    {
      key: 'remove',
      title: 'Quitar',
      kind: 'menu' as const,
      className: 'debt-grid__remove',
      cell: ({ debt, at }: DebtLine) => (
        <Button
          kind="icon"
          icon="trash"
          aria-label={`Quitar fila ${at + 1}`}
          disabled={rows.length === 1 && isBlank(debt)}
          onClick={() => remove(at)}
        />
      ),
    },
  ]
  return (
    <fieldset ref={body}>
      <legend className={optional ? undefined : 'field__required'}>{localText('Adeudos')}</legend>
      <p className="muted small">
        Como los da la fuente, en {COUNTRIES[country].currency}. {hint}
      </p>
      <DataTable
        className={extra ? 'table debt-grid debt-grid--wide' : 'table debt-grid'}
        labels
        caption={localText('Adeudos')}
        columns={columns}
        groups={lines.map((line) => ({ key: line.at, rows: [line] }))}
        keyOf={({ at }) => at}
        detailOf={(line) => hasRemarks(line) && <DebtRemarks line={line} />}
      />
      {faults.debts && (
        <small role="alert" className="field__fault">
          {faults.debts}
        </small>
      )}
      <div className="row-wrap gap-8-16 between">
        <Button
          label="Agregar fila"
          small
          icon="plus"
          off={isFull}
          onClick={() => {
            if (isFull) return
            add()
            focusOn(rows.length, 'folio')
          }}
        />
        {sum ?? <Sum debts={values.debts} />}
      </div>
    </fieldset>
  )
}
