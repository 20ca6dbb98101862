// The parts of the column mapping: the sheets, the meanings of words, and the source of a missing state.
import type { ImportKind } from '@padron/contract/imports'
import type { FileSheet, ImportMapping } from '@padron/contract/imports/mapping'
import type { Country } from '@padron/contract/places/countries'
import { COUNTRIES } from '@padron/contract/places/countries'
import { stateName, statesOf } from '@padron/contract/places/states'
import { TAG_NAME_AT_MOST } from '@padron/contract/tags'
import { numberText, rowsText } from '../../lib/number-text.ts'
import { Button } from '../../ui/Button.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import { LabelledSelect, Select } from '../../ui/fields/Select.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { type MissingStates, meaningsOf, type OpenValue, withSheets, withValue } from './mapping-state.ts'

type PartProps = {
  mapping: ImportMapping
  sheets: readonly FileSheet[]
  kind: ImportKind
  country: Country
  onChange: (mapping: ImportMapping) => void
}

const stateOptions = (country: Country) =>
  statesOf(country).map(({ stateId, stateName: label }) => ({ value: stateId, label }))

const SHEET_CATEGORY = 'Sucursal'

const ROW_TEXT = 70

type HeadingRowProps = {
  sheet: FileSheet
  isOnly: boolean
  busy: boolean
  /** Why the row selected last is not a row of headings. */
  faultOf: (sheet: string) => string | undefined
  onChoose: (sheet: string, headingRow: number) => void
}

/** Selects which of a sheet's first rows has its headings. */
export const HeadingRow = ({ sheet, isOnly, busy, faultOf, onChoose }: HeadingRowProps) => {
  const { name, headingRow, firstRows } = sheet
  // The row of a saved mapping may be below the listed ones.
  const isListed = headingRow === null || firstRows.some(({ row }) => row === headingRow)
  const rows = isListed ? firstRows : [...firstRows, { row: headingRow, text: '' }]
  const labels = rows.map(({ row, text }) => ({
    value: row,
    label: `${row}${text && ` · ${text.length > ROW_TEXT ? `${text.slice(0, ROW_TEXT)}…` : text}`}`,
  }))
  return (
    <FormField label={isOnly ? 'Encabezados en la fila' : `Encabezados de «${name}» en la fila`} fault={faultOf(name)}>
      {(field) => (
        <Select
          {...field}
          options={labels}
          value={headingRow}
          empty={headingRow === null ? 'Elija…' : undefined}
          disabled={busy}
          onChange={(row) => row !== undefined && row !== headingRow && onChoose(name, row)}
        />
      )}
    </FormField>
  )
}

type SheetChoiceProps = PartProps & Omit<HeadingRowProps, 'sheet' | 'isOnly'>

export const SheetChoice = ({ mapping, sheets, country, onChange, ...rowChoice }: SheetChoiceProps) => {
  const chosen = mapping.sheets.map(({ name }) => name)
  const toggle = (name: string): void =>
    onChange(
      withSheets(mapping, sheets, chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]),
    )
  const setState = (name: string, stateId: number | null): void =>
    onChange({ ...mapping, sheets: mapping.sheets.map((one) => (one.name === name ? { ...one, stateId } : one)) })
  return (
    <fieldset className="stack gap-8">
      <legend className="strong">Hojas que se leen</legend>
      {sheets.map((sheet) => {
        const { name, headingRow, rows, firstRows } = sheet
        return (
          <div key={name} className="row-wrap gap-4-16">
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                disabled={headingRow === null}
                onChange={() => toggle(name)}
              />
              <span className="break">
                {name}{' '}
                <span className="muted">
                  {headingRow === null ? '· sin encabezados que se reconozcan' : `· ${rowsText(rows)}`}
                </span>
              </span>
            </label>
            {chosen.includes(name) && (
              <Select
                aria-label={`${COUNTRIES[country].state} de las filas de «${name}» que no lo dicen`}
                options={stateOptions(country)}
                value={mapping.sheets.find((one) => one.name === name)?.stateId}
                empty={`${COUNTRIES[country].state}: el de cada fila`}
                onChange={(stateId) => setState(name, stateId ?? null)}
              />
            )}
            {firstRows.length > 0 && (chosen.includes(name) || headingRow === null) && (
              <HeadingRow sheet={sheet} isOnly={false} {...rowChoice} />
            )}
          </div>
        )
      })}
      <label className="check">
        <input
          type="checkbox"
          checked={mapping.sheetCategory !== null}
          onChange={({ target }) => onChange({ ...mapping, sheetCategory: target.checked ? SHEET_CATEGORY : null })}
        />
        Poner el nombre de la hoja como etiqueta
      </label>
      {mapping.sheetCategory !== null && (
        <FormField label="Categoría de la etiqueta">
          {(field) => (
            <input
              {...field}
              type="text"
              maxLength={TAG_NAME_AT_MOST}
              value={mapping.sheetCategory ?? ''}
              onChange={({ target }) => onChange({ ...mapping, sheetCategory: target.value })}
            />
          )}
        </FormField>
      )}
    </fieldset>
  )
}

const LEAVE_BLANK = ''

type ValuesProps = Pick<PartProps, 'mapping' | 'kind' | 'country' | 'onChange'> & {
  values: readonly OpenValue[]
  /** The column headings of the fields. */
  nameOf: (field: string) => string
}

const VALUE_COLUMNS: readonly Column<OpenValue, ValuesProps>[] = [
  { key: 'text', title: 'Dice', head: true, cell: ({ text }) => <span className="break">{text}</span> },
  { key: 'field', title: 'Dato', cell: ({ field }, { nameOf }) => nameOf(field) },
  { key: 'count', title: 'Filas', kind: 'number', cell: ({ count }) => numberText(count) },
  {
    key: 'value',
    title: 'Quiere decir',
    cell: (row, { mapping, kind, country, onChange }) => {
      const { field, text, value, suggestion, isOptional } = row
      return (
        <div className="row-wrap gap-8">
          <Select
            aria-label={`«${text}» quiere decir`}
            options={[
              ...(meaningsOf(field, kind, country) ?? []).map((word) => ({ value: word, label: word })),
              { value: LEAVE_BLANK, label: 'Dejar en blanco' },
            ]}
            value={value ?? null}
            empty={isOptional ? 'Como está' : 'Elija…'}
            onChange={(word) => onChange(withValue(mapping, row, word))}
          />
          {suggestion && value === undefined && (
            <Button small label={`¿${suggestion}?`} onClick={() => onChange(withValue(mapping, row, suggestion))} />
          )}
        </div>
      )
    },
  },
]

export const ValueMeanings = (props: ValuesProps) => (
  <section className="stack gap-8" aria-labelledby="mapping-values">
    <h3 id="mapping-values">Palabras que no se reconocen</h3>
    <p className="muted small">Lo que elija vale para todas las filas que dicen lo mismo.</p>
    <DataTable
      className="table"
      cards="mapping-card"
      caption="Palabras que no se reconocen"
      columns={VALUE_COLUMNS}
      rows={props.values}
      keyOf={({ field, text }) => `${field} ${text}`}
      context={props}
    />
  </section>
)

type MissingProps = Pick<PartProps, 'mapping' | 'country' | 'onChange'> & { missing: MissingStates }

export const MissingState = ({ mapping, country, onChange, missing }: MissingProps) => {
  const { missingState } = mapping
  const change = (part: Partial<ImportMapping['missingState']>): void =>
    onChange({ ...mapping, missingState: { ...missingState, ...part } })
  const { series, federal, other } = missing
  const bySeries = series.reduce((sum, { rows }) => sum + rows, 0)
  const word = COUNTRIES[country].state.toLowerCase()
  return (
    <fieldset className="stack gap-8">
      <legend className="strong">Filas sin {word}</legend>
      {bySeries > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={missingState.bySeries}
            onChange={({ target }) => change({ bySeries: target.checked })}
          />
          <span>
            Tomar el {word} de la serie de la placa en {rowsText(bySeries)}{' '}
            <span className="muted">
              ({series.map(({ stateId, rows }) => `${stateName(stateId)}: ${numberText(rows)}`).join(', ')})
            </span>
          </span>
        </label>
      )}
      {federal > 0 && (
        <LabelledSelect
          label={`${COUNTRIES[country].state} de ${rowsText(federal)} con placa federal`}
          options={stateOptions(country)}
          value={missingState.federal}
          empty="Sin elegir"
          onChange={(stateId) => change({ federal: stateId ?? null })}
        />
      )}
      {other > 0 && (
        <LabelledSelect
          label={`${COUNTRIES[country].state} de ${rowsText(other)} cuya placa no lo dice`}
          options={stateOptions(country)}
          value={missingState.other}
          empty="Sin elegir"
          onChange={(stateId) => change({ other: stateId ?? null })}
        />
      )}
    </fieldset>
  )
}
