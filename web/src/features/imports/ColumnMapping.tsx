// Maps the columns of a company's own sheet to fields: the headings give a proposal, the user confirms it, and it is
// saved for the next file with the same headings. The file is then checked like the template.
import type { Reply } from '@padron/contract/call'
import { type Import, imports } from '@padron/contract/imports'
import {
  type FileColumn,
  headingKey,
  hiddenColumns,
  MAPPING_LIMITS,
  type MappableField,
  mappableFields,
} from '@padron/contract/imports/mapping'
import { TAG_NAME_AT_MOST } from '@padron/contract/tags'
import { countOf } from '@padron/contract/texts/count-of'
import { type FormEvent, useState } from 'react'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { HeadingRow, MissingState, SheetChoice, ValueMeanings } from './MappingParts.tsx'
import {
  mappedColumns,
  missingStates,
  nameFrom,
  openFault,
  openValues,
  type Target,
  targetOf,
  withHeadingRow,
  withTarget,
} from './mapping-state.ts'
import { useImportAction } from './use-import.ts'

const SKELETON_ROWS = 8
/** The value of the option that reads the column as tags of a category. */
const TAG = '#'

const NO_HEADINGS =
  'Ninguna de las primeras 20 filas nombra columnas conocidas, como «Placas» o «No. de serie». Elija en qué fila ' +
  'están; si su archivo no los tiene, escríbalos en la primera fila y envíelo de nuevo.'

type Context = {
  fields: readonly MappableField[]
  targetOf: (heading: string) => Target
  put: (heading: string, target: Target) => void
}

const TargetChoice = ({ column: { heading }, context }: { column: FileColumn; context: Context }) => {
  const { fields, put } = context
  const { field, category } = context.targetOf(heading)
  return (
    <div className="stack gap-4">
      <Select
        aria-label={`«${heading}» es`}
        options={[
          ...fields.map((one) => ({
            value: one.field as string,
            label: one.required ? `${one.heading} *` : one.heading,
          })),
          { value: TAG, label: 'Etiqueta de una categoría…' },
        ]}
        value={category === null ? field : TAG}
        empty="No leer"
        onChange={(chosen) => {
          if (chosen === TAG) put(heading, { field: null, category: heading.slice(0, TAG_NAME_AT_MOST) })
          else put(heading, { field: chosen ?? null, category: null })
        }}
      />
      {category !== null && (
        <input
          type="text"
          aria-label={`Categoría de «${heading}»`}
          maxLength={TAG_NAME_AT_MOST}
          value={category}
          onChange={({ target }) => put(heading, { field: null, category: target.value })}
        />
      )}
    </div>
  )
}

const COLUMNS: readonly Column<FileColumn, Context>[] = [
  { key: 'heading', title: 'Su columna', head: true, cell: ({ heading }) => <span className="break">{heading}</span> },
  {
    key: 'samples',
    title: 'Ejemplos',
    cell: ({ samples }) =>
      samples.length === 0 ? (
        <span className="muted">En blanco</span>
      ) : (
        <span className="break">{samples.join(' · ')}</span>
      ),
  },
  { key: 'target', title: 'Es', cell: (column, context) => <TargetChoice column={column} context={context} /> },
]

type FormProps = {
  file: Import
  data: Reply<typeof imports.columns>
  onMapped: () => void
  /** Undefined: the mapping cannot be left, because a file without mapped columns has nothing to display. */
  onCancel: (() => void) | undefined
}

const MappingForm = ({ file, data: { sheets: read, mapping: first, name }, onMapped, onCancel }: FormProps) => {
  const { country } = useUser()
  const { kind, importId } = file
  const [mapping, setMapping] = useState(first)
  const [sheets, setSheets] = useState(read)
  const [keepAs, setKeepAs] = useState(name ?? nameFrom(file.fileName))
  const [submitted, setSubmitted] = useState(false)
  const { mutate, busy, error } = useImportAction(imports.map, onMapped)
  // Reads the sheet again, with its headings in the given row.
  const look = useAction(imports.columns, {
    onFailure: isRefusal,
    onSuccess: ({ sheets: [again] }, { query }) => {
      if (!again) return
      const next = sheets.map((sheet) => (sheet.name === again.name ? again : sheet))
      setSheets(next)
      setMapping(withHeadingRow(mapping, next, { name: again.name, headingRow: Number(query?.headingRow) }))
    },
  })
  const rowChoice = {
    busy: look.isPending,
    faultOf: (name: string) => (look.variables?.query.sheet === name ? refusalText(look.error) : undefined),
    onChoose: (sheet: string, row: number): void =>
      look.mutate({ params: { importId }, query: { sheet, headingRow: `${row}` } }),
  }
  const fields = mappableFields(kind, country)
  const hidden = new Set(hiddenColumns(kind, country).map(({ heading }) => headingKey(heading)))
  const columns = mappedColumns(sheets, mapping).filter(({ heading }) => !hidden.has(headingKey(heading)))
  const values = openValues(sheets, mapping, kind, country)
  const missing = missingStates(sheets, mapping)
  const isMissing = missing.series.length + missing.federal + missing.other > 0
  const part = { mapping, sheets, kind, country, onChange: setMapping }
  const fault = openFault(mapping, sheets, kind, country)
  const open = values.filter(({ value, isOptional }) => value === undefined && !isOptional).length
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (fault || busy || look.isPending) return
    mutate({ params: { importId }, body: { mapping, keepAs: keepAs.trim() || null } })
  }
  const context: Context = {
    fields,
    targetOf: (heading) => targetOf(mapping, heading),
    put: (heading, target) => setMapping(withTarget(mapping, heading, target)),
  }
  return (
    <form className="form stack gap-16" noValidate onSubmit={submit}>
      {sheets.every(({ headingRow }) => headingRow === null) && (
        <Message title="No se encontró la fila de los encabezados" detail={NO_HEADINGS} />
      )}
      {sheets.length > 1 && <SheetChoice {...part} {...rowChoice} />}
      {sheets.length === 1 &&
        sheets.map((sheet) => <HeadingRow key={sheet.name} sheet={sheet} isOnly {...rowChoice} />)}
      {look.isPending && (
        <p role="status" className="muted">
          Leyendo la hoja…
        </p>
      )}
      {columns.length > 0 && (
        <DataTable
          className="table"
          cards="mapping-card"
          caption="Columnas de su archivo"
          columns={COLUMNS}
          rows={columns}
          keyOf={({ heading }) => heading}
          context={context}
        />
      )}
      <p className="muted small">
        Los datos de documentos (pólizas, tarjetas, vigencias) no se cargan aquí: se capturan en Documentos.
      </p>
      {values.length > 0 && (
        <ValueMeanings
          {...part}
          values={values}
          nameOf={(field) => fields.find((one) => one.field === field)?.heading ?? field}
        />
      )}
      {isMissing && <MissingState {...part} missing={missing} />}
      <FormField
        label="Conservar esta asignación como"
        hint="Se usa por sí sola con los archivos que tengan los mismos encabezados; en blanco no se conserva."
      >
        {(field) => (
          <input
            {...field}
            type="text"
            autoComplete="off"
            maxLength={MAPPING_LIMITS.name}
            value={keepAs}
            onChange={({ target }) => setKeepAs(target.value)}
          />
        )}
      </FormField>
      {file.corrections > 0 && (
        <p className="muted">
          Al revisar de nuevo se pierden {countOf(file.corrections, 'celda corregida', 'celdas corregidas')}.
        </p>
      )}
      <p role="alert" className="field__fault hide-empty">
        {error ?? (submitted ? fault : undefined)}
      </p>
      {open > 0 && (
        <p role="status" className="muted">
          {countOf(open, 'palabra', 'palabras')} sin significado: sus filas quedarán con error.
        </p>
      )}
      <div className="row-wrap gap-8">
        <Button label="Revisar con estas columnas" type="submit" kind="primary" busy={busy} />
        {onCancel && <Button label="Volver sin cambiar" onClick={onCancel} />}
      </div>
    </form>
  )
}

export const ColumnMapping = ({ file, onMapped, onCancel }: Omit<FormProps, 'data'>) => {
  const { data, isError, error, refetch } = useQuietCall(
    imports.columns,
    { params: { importId: file.importId }, query: {} },
    { fresh: true },
  )
  const refusal = isError ? refusalText(error) : undefined
  return (
    <section className="stack gap-12" aria-labelledby="mapping-title">
      <h3 id="mapping-title">Diga qué es cada columna</h3>
      {!refusal && (
        <p className="muted">
          {file.isUnmapped && 'Los encabezados no son los de la plantilla. '}Revise lo que se propone; después se
          muestra qué pasaría con cada fila, y todavía no se escribe nada.
        </p>
      )}
      {refusal ? (
        <Message alert title="No se pueden asignar las columnas" detail={refusal} />
      ) : isError ? (
        <LoadFailure title={imports.columns.fails} query={{ error, refetch }} />
      ) : data ? (
        <MappingForm file={file} data={data} onMapped={onMapped} onCancel={onCancel} />
      ) : (
        <TableSkeleton label="Leyendo las columnas del archivo" rows={SKELETON_ROWS} columns={3} />
      )}
    </section>
  )
}
