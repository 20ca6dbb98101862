// Every part of the console in every state, for whoever works on them: `npm run dev -w web`, then /dev/parts.html.
// `?open=` opens one that lies over the page. Not in the build; e2e/parts.spec.ts compares its pictures.
import '../src/ui/font.css'
import '../src/ui/tokens.css'
import '../src/ui/layout.css'
import '../src/ui/base.css'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { notify } from '../src/api/notify.ts'
import { useTheme } from '../src/lib/theme.ts'
import { Button } from '../src/ui/Button.tsx'
import { CodeBlock } from '../src/ui/CodeBlock.tsx'
import { CopyButton } from '../src/ui/CopyButton.tsx'
import { ConfirmDialog } from '../src/ui/dialog/ConfirmDialog.tsx'
import { DangerDialog } from '../src/ui/dialog/DangerDialog.tsx'
import { Dialog } from '../src/ui/dialog/Dialog.tsx'
import { SecretDialog } from '../src/ui/dialog/SecretDialog.tsx'
import { StatusSign, signNames } from '../src/ui/domain/StatusSign.tsx'
import { TagLabel } from '../src/ui/domain/TagLabel.tsx'
import { Checks } from '../src/ui/fields/Checks.tsx'
import { DateInput } from '../src/ui/fields/DateInput.tsx'
import { FileDrop } from '../src/ui/fields/FileDrop.tsx'
import { FormField, Hints } from '../src/ui/fields/FormField.tsx'
import { PasswordInput } from '../src/ui/fields/PasswordInput.tsx'
import { LabelledSelect } from '../src/ui/fields/Select.tsx'
import { Switch } from '../src/ui/fields/Switch.tsx'
import { FilterChips } from '../src/ui/filters/FilterChips.tsx'
import { FilterSelect } from '../src/ui/filters/FilterSelect.tsx'
import { FiltersDialog } from '../src/ui/filters/FiltersDialog.tsx'
import { FilterText } from '../src/ui/filters/FilterText.tsx'
import { ConflictNote } from '../src/ui/form/ConflictNote.tsx'
import { FormDialog } from '../src/ui/form/FormDialog.tsx'
import { MailsField } from '../src/ui/form/MailsField.tsx'
import { OrderDialog } from '../src/ui/form/OrderDialog.tsx'
import { RecoveredNote } from '../src/ui/form/RecoveredNote.tsx'
import { LoadFailure } from '../src/ui/list/LoadFailure.tsx'
import { RefreshButton } from '../src/ui/list/RefreshButton.tsx'
import { Message } from '../src/ui/Message.tsx'
import { ActionMenu } from '../src/ui/overlay/ActionMenu.tsx'
import { Combobox } from '../src/ui/overlay/Combobox.tsx'
import { ListBox } from '../src/ui/overlay/ListBox.tsx'
import { Notices } from '../src/ui/overlay/Notices.tsx'
import { Popup } from '../src/ui/overlay/Popup.tsx'
import { type EditedRow, RowsGrid } from '../src/ui/rows-grid/RowsGrid.tsx'
import { type CorrectionsState, NONE } from '../src/ui/rows-grid/use-corrections.ts'
import { Tabs } from '../src/ui/Tabs.tsx'
import { DataTable } from '../src/ui/table/DataTable.tsx'
import { Pagination } from '../src/ui/table/Pagination.tsx'
import { SkeletonRows } from '../src/ui/table/SkeletonRows.tsx'
import { SortChoice } from '../src/ui/table/SortChoice.tsx'
import { TableSkeleton } from '../src/ui/table/TableSkeleton.tsx'
import type { Column } from '../src/ui/table/table-column.ts'
import { When } from '../src/ui/When.tsx'
import '../src/ui/listing.css'
import './parts.css'

const NOW = Date.parse('2026-11-26T18:00:00Z')
const CLOCK = { now: NOW, zone: 'America/Mexico_City' }
const nothing = (): void => undefined
const STATES = [
  { value: 5, label: 'Coahuila' },
  { value: 14, label: 'Jalisco' },
  { value: 19, label: 'Nuevo León' },
]
const COLOURS = ['magenta', 'red', 'volcano', 'orange', 'gold', 'lime', 'green', 'cyan', 'blue', 'geekblue', 'purple']
const OPEN = new URLSearchParams(location.search).get('open')

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="part" aria-label={name}>
    <h2>{name}</h2>
    <div className="part__states">{children}</div>
  </section>
)

const Buttons = () => (
  <Part name="Botones">
    <Button label="Cancelar" />
    <Button label="Agregar" kind="primary" icon="plus" />
    <Button label="Guardar" kind="primary" busy />
    <Button label="Deshabilitado" disabled />
    <Button label="Eliminar" kind="danger" />
    <Button label="Pequeño" small />
    <Button label="Como enlace" kind="link" />
    <Button kind="icon" icon="close" iconSize={18} aria-label="Cerrar" />
    <CopyButton text="RKA123B" label="Copiar placa" />
    <ActionMenu
      label="Acciones"
      actions={() => [
        { key: 'edit', label: 'Editar', icon: 'edit', run: nothing },
        { key: 'close', label: 'Quitar', icon: 'close', reason: 'No tiene permiso', run: nothing },
      ]}
    />
    <Popup label="Panel" className="button" button="Panel">
      <p>Un panel junto a su botón.</p>
    </Popup>
    <Switch label="Reporte" on onSwitch={nothing} />
    <Switch label="Reporte" on={false} onSwitch={nothing} />
    <Switch label="Reporte" on busy onSwitch={nothing} />
    <Switch label="Reporte" on may={false} onSwitch={nothing} />
  </Part>
)

const Fields = () => {
  const [states, setStates] = useState([19, 5])
  const [some, setSome] = useState([5])
  return (
    <Part name="Campos">
      <FormField label="Placa" required hint="Sin guiones ni espacios">
        {(field) => <input {...field} type="text" defaultValue="RKA123B" />}
      </FormField>
      <FormField label="VIN" fault="Debe tener 17 caracteres">
        {(field) => <input {...field} type="text" defaultValue="3N1CN8A" />}
      </FormField>
      <FormField label="RFC" hint={<Hints texts={['El dígito verificador no corresponde']} />}>
        {(field) => <input {...field} type="text" defaultValue="XAXX010101001" />}
      </FormField>
      <FormField label="Deshabilitado">{(field) => <input {...field} type="text" disabled value="Fijo" />}</FormField>
      <PasswordInput
        label="Contraseña"
        visible={false}
        onShow={nothing}
        autoComplete="current-password"
        value="secreta"
        onChange={nothing}
      />
      <FormField label="Vence">{(field) => <DateInput {...field} value="2026-12-31" onChange={nothing} />}</FormField>
      <FormField label="Fecha mal escrita">
        {(field) => <DateInput {...field} value="31/13/2026" onChange={nothing} />}
      </FormField>
      <FilterText label="Filtro de texto" value="RKA" onChange={nothing} />
      <FilterSelect label="Una de pocas" placeholder="Todas" options={[]} value={undefined} onChange={nothing} />
      <Combobox label="Nada elegido" placeholder="Todos" options={STATES} value={[]} onChange={nothing} />
      <Combobox label="Estado" placeholder="Todos" options={STATES} value={states} onChange={setStates} />
      <Checks legend="Casillas" options={STATES} value={some} onChange={setSome} />
    </Part>
  )
}

const FILE = { name: 'flota.xlsx', size: '1.2 MB' }
const NO_LIST = { data: undefined, error: new Error(), isFetching: false, refetch: async () => undefined }
const SORTS = [
  { title: 'Placa', sort: 'plate' },
  { title: 'VIN', sort: 'vin' },
]

const Forms = () => (
  <Part name="Formularios y listas">
    <ConflictNote noun="reporte" changes={['Asunto: «Semanal» → «Del lunes»']} onNew={nothing} />
    <RecoveredNote onDiscard={nothing}>Se recuperó lo que no había guardado.</RecoveredNote>
    <MailsField value="ana@norte.example, nadie" onChange={nothing} isSubmitted />
    {([undefined, FILE] as const).map((file) => (
      <div key={file?.name ?? 'none'} className="field">
        <FileDrop
          input={{ current: null }}
          file={file}
          accept=".xlsx"
          label="Elegir archivo .xlsx"
          hint="o arrástrelo aquí."
          fault={file ? undefined : 'Seleccione un archivo .xlsx válido'}
          busy={false}
          onFiles={nothing}
        />
      </div>
    ))}
    <SortChoice columns={SORTS} sorting={{ sort: 'plate', order: 'desc' }} onSort={nothing} />
    <LabelledSelect label="Deshabilitada" disabled options={STATES} value={19} onChange={nothing} />
    <RefreshButton
      list={{ isFetching: false, refetch: async () => ({ isError: false }) as never }}
      row={{ fails: '' }}
    />
    <RefreshButton
      list={{ isFetching: true, refetch: async () => ({ isError: false }) as never }}
      row={{ fails: '' }}
    />
    <ListBox list={{ ...NO_LIST, isError: true }} fails="Error al cargar los tokens" loading="" rows={2} columns={3}>
      {undefined}
    </ListBox>
    <ListBox list={{ ...NO_LIST, isError: false }} fails="" loading="Cargando" rows={2} columns={3}>
      {undefined}
    </ListBox>
  </Part>
)

const Signs = () => (
  <Part name="Señales y etiquetas">
    {signNames().map(([sign, label]) => (
      <span key={sign} className="part__sign">
        <StatusSign sign={sign} label={label} />
        <StatusSign sign={sign} old label={`${label}, dato antiguo`} />
        {label}
      </span>
    ))}
    {COLOURS.map((color) => (
      <TagLabel key={color} name={color} color={color} />
    ))}
    <When at="2026-11-26T15:00:00Z" clock={CLOCK} />
    <When at="2026-10-01T15:00:00Z" clock={CLOCK} />
  </Part>
)

const Places = () => {
  const [tab, setTab] = useState<'one' | 'two'>('one')
  const [page, setPage] = useState(11)
  return (
    <Part name="Lugares">
      <Tabs
        label="Pestañas"
        tabs={[
          { tab: 'one', name: 'Vehículo' },
          { tab: 'two', name: 'Documentos' },
        ]}
        open={tab}
        onOpen={setTab}
      >
        <p className="parts__text">Contenido de la pestaña</p>
      </Tabs>
      <FilterChips
        chips={[
          { key: 'status', label: 'Estatus', value: 'Activo' },
          { key: 'state', label: 'Estado', value: 'Nuevo León, Coahuila' },
        ]}
        onRemove={nothing}
        onClear={nothing}
      />
      <Pagination page={page} pageSize={25} total={528} onPage={setPage} />
      <CodeBlock
        copy="Copiar petición"
        label="Petición"
        text={'curl -H "Authorization: Bearer …" \\\n  /api/v2/vehicles'}
      />
      <Message
        title="Sin coincidencias"
        detail="Ningún vehículo cumple con los filtros activos."
        action={<Button label="Limpiar filtros" />}
      />
      <LoadFailure title="Error al cargar los vehículos" query={{ error: new Error(), refetch: nothing }} />
      <TableSkeleton label="Cargando vehículos" rows={3} columns={5} />
      <SkeletonRows label="Cargando" rows={3} />
    </Part>
  )
}

type Fine = { id: number; plate: string; what: string; amount: string }
const FINES: readonly Fine[] = [
  { id: 1, plate: 'RKA123B', what: 'Exceso de velocidad', amount: '$1,085.80' },
  { id: 2, plate: 'RKA124B', what: 'Estacionarse en lugar prohibido', amount: '$542.90' },
]
const COLUMNS: readonly Column<Fine>[] = [
  { key: 'plate', title: 'Placa', width: 110, head: true, sort: 'plate', cell: ({ plate }) => plate, card: 'top' },
  { key: 'what', title: 'Motivo', width: 280, cell: ({ what }) => what, card: 'line' },
  { key: 'amount', title: 'Importe', width: 120, kind: 'money', cell: ({ amount }) => amount },
]
const PICKS = {
  labelOf: ({ plate }: Fine) => plate,
  has: (id: number) => id === 2,
  page: 'some',
  onPick: nothing,
  onPage: nothing,
} as const

const Tables = () => (
  <Part name="Tablas">
    <DataTable
      caption="Multas"
      columns={COLUMNS}
      rows={FINES}
      keyOf={({ id }) => id}
      sorting={{ sort: 'plate', order: 'asc' }}
      onSort={nothing}
      picks={PICKS}
    />
    <DataTable
      className="table"
      caption="Multas por día"
      showCaption
      cards="card"
      columns={COLUMNS}
      rows={FINES}
      keyOf={({ id }) => id}
    />
  </Part>
)

const ROW: EditedRow = {
  row: 4,
  place: 'Fila 4',
  name: 'RKA123B',
  texts: { plate: 'RKA123B', state: 'Nuevo Leno', year: '24' },
  notes: [
    { field: null, level: 'warning', message: 'El vehículo cambió desde que se descargó la plantilla.' },
    { field: 'state', level: 'error', message: 'Estado desconocido; ¿quiso escribir Nuevo León?' },
  ],
  cellsOf: () =>
    ['Placa', 'Estado', 'Año'].map((heading, i) => ({
      field: ['plate', 'state', 'year'][i] ?? '',
      heading,
      hint: '',
      words: [],
    })),
}
const CORRECTIONS: CorrectionsState = {
  now: { cells: { 4: { year: '2024' } }, omit: [9], include: [] },
  sent: NONE,
  change: nothing,
  clear: nothing,
  fits: () => true,
  recheck: nothing,
  busy: false,
  error: 'El archivo ya no es el que se revisó.',
}

const Grid = () => (
  <Part name="Filas por corregir">
    <RowsGrid
      rows={[ROW, { ...ROW, row: 9, place: 'Fila 9', notes: [] }]}
      isPart={false}
      refused={2}
      corrections={CORRECTIONS}
    />
  </Part>
)

/** Refused, and being saved. */
const FORM = {
  element: { current: null },
  isChanged: true,
  busy: true,
  message: { kind: 'alert', text: 'Revise los campos marcados.' },
  refusals: 1,
  save: nothing,
  discard: nothing,
} as const
const OVER: Readonly<Record<string, () => ReactNode>> = {
  dialog: () => (
    <FormDialog form={FORM} title="Agregar usuario" verb="Guardar" shape="wide" onClose={nothing}>
      <Fields />
    </FormDialog>
  ),
  drawer: () => (
    <Dialog title="RKA123B" shape="drawer" onClose={nothing}>
      <Places />
    </Dialog>
  ),
  confirm: () => (
    <ConfirmDialog
      title="¿Descartar los cambios?"
      yes="Descartar cambios"
      no="Seguir editando"
      onYes={nothing}
      onNo={nothing}
    >
      Lo que escribió no se ha guardado.
    </ConfirmDialog>
  ),
  secret: () => (
    <SecretDialog title="Token «ERP»" isSaved={false} question="¿Cerrar sin copiar?" loss="" onClose={nothing}>
      <CodeBlock label="Token" text="pdr_0123456789" copy="Copiar token" wrap />
    </SecretDialog>
  ),
  order: () => (
    <OrderDialog
      title="Mandar a procesar"
      yes="Procesar"
      ready={false}
      busy={false}
      error="Seleccione un recurso"
      onYes={nothing}
      onClose={nothing}
    >
      <MailsField value="" onChange={nothing} isSubmitted={false} />
    </OrderDialog>
  ),
  filters: () => (
    <FiltersDialog onSave={nothing} onClose={nothing}>
      <Checks legend="Estado" options={STATES} value={[19]} onChange={nothing} />
    </FiltersDialog>
  ),
  danger: () => (
    <DangerDialog
      title="Eliminar perfil"
      yes="Eliminar perfil"
      busy
      error="No se pudo eliminar."
      onYes={nothing}
      onClose={nothing}
    >
      Dos usuarios lo tienen.
    </DangerDialog>
  ),
}

const Parts = () => {
  useTheme()
  return (
    <main className="parts">
      <h1>Partes</h1>
      <Buttons />
      <Fields />
      <Forms />
      <Signs />
      <Tables />
      <Grid />
      <Places />
      {OPEN && OVER[OPEN]?.()}
      <Notices />
    </main>
  )
}

if (OPEN === 'notices') {
  notify('done', 'Usuario editado correctamente')
  notify('warning', 'Hay una versión más reciente', { about: 'norte-ana' })
  notify('error', 'Error al guardar', { action: { label: 'Deshacer', run: nothing } })
}
const router = createRouter({
  routeTree: createRootRoute({ component: Parts }),
  history: createMemoryHistory(),
})
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router as never} />
    </StrictMode>,
  )
