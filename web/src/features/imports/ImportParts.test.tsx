// The parts that display a file: a row's cells and their correction, a repeated file, the confirmation of large
// changes, undoing, progress and messages.
import { type ImportKind, imports } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { UserProvider } from '../../session/user-context.ts'
import { checked, counts, ID, job, OTHER_ID, row } from '../../testing/imports.ts'
import { ADMIN, showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { GuardDialog } from './ApplyBar.tsx'
import { Outcome, Progress } from './FileState.tsx'
import { CommonNotes, SameAs, Tiles } from './Findings.tsx'
import { UndoDialog } from './ImportDialogs.tsx'
import type { RowContext } from './RowParts.tsx'
import { RowCards, RowsTable } from './RowsTable.tsx'
import { useImportCorrections } from './use-import-corrections.ts'

const CLOCK = { now: Date.parse('2026-11-21T12:00:00Z'), zone: ADMIN.zone }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({ [imports.list.path]: () => ({ json: { imports: [] } }) })
})
afterAll(() => server.stop())
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const show = async (content: ReactNode) => {
  showScreen(() => <main>{content}</main>, '/addVehicles')
  await screen.findByRole('main')
}
const nothing = (): void => {}
const context = (more: Partial<RowContext> = {}): RowContext => ({
  kind: 'add',
  country: 'MX',
  ...more,
})
const TEXTS = { plate: 'RKA123B', vin: '3N1CN8AE1RL000101', vehicleColor: 'BLANCO', stateId: 'Nuevo León' }

const Correctable = ({ rows, cards = false }: { rows: readonly ImportRow[]; cards?: boolean }) => {
  const corrections = useImportCorrections(ID, nothing)
  const Rows = cards ? RowCards : RowsTable
  return <Rows rows={rows} context={context({ corrections })} />
}
const opened = async (name: RegExp | string) => {
  fireEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('region', { name: 'Celdas de RKA123B' }))
}

test('all cells of a row can be displayed, and corrected in place', async () => {
  await show(<Correctable rows={[row({ texts: TEXTS })]} />)
  const cells = await opened('Ver todas las celdas de RKA123B')
  const pairs = cells.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(pairs).toContainEqual(['Color', 'BLANCO'])
  expect(cells.getByText('Las demás celdas están en blanco.')).toBeTruthy()
  const fields = await opened('Corregir de RKA123B')
  fireEvent.change(fields.getByLabelText('Color'), { target: { value: 'ROJO' } })
  expect(fields.getByText('Corregida; decía «BLANCO».')).toBeTruthy()
  expect(screen.getByText('1 celda corregida, sin revisar.')).toBeTruthy()
  fireEvent.click(fields.getByLabelText('Omitir esta fila'))
  expect(screen.getByText('Se omite al revisar de nuevo.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar la corrección de RKA123B' }))
  expect(screen.queryByRole('region', { name: 'Celdas de RKA123B' })).toBeNull()
})

test('rows can be corrected on a phone too; the rows of a finished file are read only', async () => {
  await show(<Correctable rows={[row({ texts: TEXTS })]} cards />)
  expect((await opened('Corregir de RKA123B')).getByLabelText('Color')).toBeTruthy()
  cleanup()
  await show(<RowsTable rows={[row({ texts: TEXTS })]} context={context()} />)
  expect((await opened('Ver todas las celdas de RKA123B')).getByText('BLANCO')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Corregir/ })).toBeNull()
})

test('a suggestion is applied in a row of the table, and the focus stays in its field', async () => {
  const note = {
    field: 'stateId',
    column: 'Estado',
    message: 'Estado desconocido; ¿quiso escribir Nuevo León?',
    level: 'warning',
  } as const
  await show(<Correctable rows={[row({ texts: { ...TEXTS, stateId: 'Nuevo Leno' }, notes: [note] })]} />)
  const fields = await opened('Corregir de RKA123B')
  fireEvent.click(fields.getByRole('button', { name: 'Usar «Nuevo León»' }))
  const state = fields.getByLabelText<HTMLInputElement>('Estado')
  expect([state.value, document.activeElement]).toEqual(['Nuevo León', state])
  expect([
    ...(state.list?.options ?? document.getElementById(state.getAttribute('list') ?? '')?.children ?? []),
  ]).toHaveLength(32)
})

test('the rows of an applied alta open their vehicles', async () => {
  const onOpen = vi.fn()
  await show(<RowsTable rows={[row({ vehicleAssetId: 7 })]} context={context({ onOpen })} />)
  fireEvent.click(await screen.findByRole('button', { name: 'RKA123B' }))
  expect(onOpen).toHaveBeenCalledWith(7)
})

const sameAs = { importId: OTHER_ID, dateTime: '2026-11-20T12:00:00Z', who: 'norte-luis', state: 'applied' } as const

test('an applied alta sent again has nothing left to register, and its main action opens the first file', async () => {
  await show(<SameAs file={checked({ state: 'refused', counts: counts({ rows: 2, refused: 2 }), sameAs })} />)
  expect((await screen.findByText(/Este mismo archivo/)).textContent?.trim()).toBe(
    'Este mismo archivo ya se aplicó el 20/11/2026 06:00 por norte-luis: sus vehículos ya están en la flota, ' +
      'no hay nada que dar de alta.',
  )
  expect(screen.getByRole('link', { name: 'Ver aquel archivo' }).className).toContain('button')
  cleanup()
  await show(<SameAs file={checked({ counts: counts({ rows: 5, new: 2, refused: 3 }), sameAs })} />)
  expect(await screen.findByText(/quedan por dar de alta 2 vehículos que no están en la flota/)).toBeTruthy()
  cleanup()
  await show(<SameAs file={checked({ kind: 'edit', sameAs })} />)
  expect(await screen.findByText(/Aplicarlo otra vez no repite lo que ya está hecho/)).toBeTruthy()
})

test('the confirmation names the action and the part of the fleet that it affects', async () => {
  const guard = { affected: 220, active: 528, percent: 42, word: 'DAR DE BAJA 220' }
  const dialog = (kind: ImportKind) => (
    <GuardDialog kind={kind} guard={guard} busy={false} error={undefined} onYes={nothing} onClose={nothing} />
  )
  await show(dialog('edit'))
  expect((await screen.findByText(/Se dan de baja/)).textContent).toContain('220 de 528 vehículos activos (42 %)')
  expect(screen.getByRole('button', { name: 'Dar de baja 220 vehículos' })).toBeTruthy()
  cleanup()
  await show(dialog('replace'))
  expect((await screen.findByText(/Se reemplazan/)).textContent).toContain('220 de 528 vehículos activos')
  expect(screen.getByRole('button', { name: 'Reemplazar 220 vehículos' })).toBeTruthy()
})

test('the dialog that undoes a file says that the tags it created stay', async () => {
  const effects = { ...checked().effects, newTagCount: 2, newTags: ['norte', 'sur'] }
  await show(<UndoDialog file={checked({ state: 'applied', effects })} onUndoing={nothing} onClose={nothing} />)
  expect(await screen.findByText(/Las etiquetas que creó se quedan\./)).toBeTruthy()
  expect(await screen.findByText('Al terminar se avisa a ana@norte.mx.')).toBeTruthy()
  cleanup()
  await show(<UndoDialog file={checked({ state: 'applied' })} onUndoing={nothing} onClose={nothing} />)
  await screen.findByText(/soporte puede recuperarlos/)
  expect(screen.queryByText(/Las etiquetas que creó/)).toBeNull()
})

test('a file that could not be applied shows its error once', async () => {
  const error = 'La flota cambió después de la revisión. Cambiaron después de la revisión: AAA002A.'
  const file = checked({ state: 'failed', job: job({ error }) })
  await show(<Outcome file={file} busy={false} onRecheck={nothing} onUndo={nothing} />)
  expect((await screen.findByText(/AAA002A/)).textContent).toBe(`No se pudo aplicar. ${error}`)
})

test('an undo that stopped half way is not shown as applied, and says how to continue', async () => {
  const file = checked({
    state: 'applied',
    partlyUndone: { total: 5_000, left: 2_000 },
    undoUntil: '2026-12-20T12:00:00Z',
    job: job({ error: 'El trabajo se interrumpió varias veces.' }),
  })
  await show(<Outcome file={file} busy={false} onRecheck={nothing} onUndo={nothing} />)
  expect((await screen.findByText(/3,000 de 5,000/)).textContent).toBe(
    'Deshecho en parte. Se atendieron 3,000 de 5,000 filas. «Deshacer» sigue con lo que falta. ' +
      'El trabajo se interrumpió varias veces.',
  )
  expect(screen.getByRole('button', { name: /^Deshacer/ })).toBeTruthy()
})

test('the remaining time is shown only for a job that takes longer than ten seconds', () => {
  vi.useFakeTimers()
  const file = checked({
    state: 'queued',
    job: job({
      progress: { done: 1, total: 2, what: 'Escribiendo vehículos' },
      estimatedFinishedDateTime: '2026-11-21T12:00:20Z',
    }),
  })
  render(
    <UserProvider value={ADMIN}>
      <Progress file={file} now={CLOCK.now} />
    </UserProvider>,
  )
  expect(screen.getByText('1 de 2 · Escribiendo vehículos')).toBeTruthy()
  act(() => {
    vi.advanceTimersByTime(10_000)
  })
  expect(screen.getByText('1 de 2 · Escribiendo vehículos · Falta 1 minuto')).toBeTruthy()
})

const NOTES = (['VIN', 'Placa'] as const).map(
  (column) => ({ level: 'error', column, message: `${column} es requerido!`, count: 3 }) as const,
)

test.each([
  [{ commonNotes: NOTES, otherNotes: 0 }, 2, null],
  [{ commonNotes: NOTES, otherNotes: 0 }, 1, 'y otro mensaje.'],
  [{ commonNotes: NOTES, otherNotes: 31 }, 1, 'y otros 32 mensajes.'],
] as const)('the messages not shown are counted (%#)', async ({ commonNotes, otherNotes }, atMost, expected) => {
  await show(<CommonNotes file={checked({ commonNotes: [...commonNotes], otherNotes })} atMost={atMost} />)
  expect((await screen.findAllByText(/es requerido!/)).length).toBe(atMost)
  expect(screen.queryByText(/^y otro/)?.textContent ?? null).toBe(expected)
})

const Tiled = () => {
  const [filter, setFilter] = useState('')
  const some = counts({ rows: 3, changed: 2, unchanged: 1 })
  return (
    <>
      <Tiles kind="replace" counts={some} show="all" onShow={setFilter} />
      <output>{filter}</output>
    </>
  )
}
test('a replacement has its own words for its counts', async () => {
  await show(<Tiled />)
  expect(await screen.findByRole('button', { name: '1 Sin reemplazo' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '2 Reemplazos' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('changed'))
})
