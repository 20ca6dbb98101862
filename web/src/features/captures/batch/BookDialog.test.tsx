// A workbook of captures: sent with its proofs, corrected by rows, applied and undone.
import { BATCH_PAGE, type CaptureBatch, type CaptureBatchRow, captureBatches } from '@padron/contract/captures/batches'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../../api/notify.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { startSmallServer } from '../../../testing/small-server.ts'
import { BookDialog } from './BookDialog.tsx'

const ID = '0197f5f0-0000-7000-8000-000000000007'
const BATCH = `${captureBatches.list.path}/${ID}`
const batchOf = (change: Partial<CaptureBatch> = {}): CaptureBatch => ({
  batchId: ID,
  fileName: 'capturas.xlsx',
  state: 'open',
  who: 'norte-admin',
  createdAt: '2026-11-27T12:00:00.000Z',
  appliedAt: null,
  undoUntil: null,
  rows: 2,
  statements: 2,
  refusedRows: 0,
  proofs: 2,
  proofErrors: [],
  refusedProofs: 0,
  message: null,
  ...change,
})
const rowOf = (row: number, errors: CaptureBatchRow['errors'] = [], outcome: string | null = null) => ({
  row,
  cells: { plate: `AAA${1_000 + row}`, portal: 'Portal de Coahuila', 't0.total': 'mil' },
  errors,
  outcome,
})
const WRONG = [{ field: 't0.total', message: 'Escriba un importe, como 1200.50.' }]

let batches: CaptureBatch[]
let rows: CaptureBatchRow[]
let refusal: { status: number; json: object } | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
const changed = (change: Partial<CaptureBatch>) => () => {
  if (refusal) return refusal
  batches = batches.map((batch) => ({ ...batch, ...change }))
  return { json: { message: 'Listo.', batch: batches[0] } }
}
beforeAll(async () => {
  server = await startSmallServer({
    [captureBatches.list.path]: (_body, method) => {
      if (method === 'GET') return { json: { batches } }
      batches = [batchOf({ proofs: 0 })]
      return { json: { message: 'Listo.', batch: batches[0] } }
    },
    [BATCH]: () => {
      batches = []
      return { json: { message: captureBatches.discard.done } }
    },
    [`${BATCH}/rows`]: (body, method) => {
      if (method === 'GET') return { json: { rows: rows.slice(0, BATCH_PAGE), totalCount: rows.length } }
      if (!refusal) rows = []
      return changed({ refusedRows: rows.length, message: body && null })()
    },
    [`${BATCH}/proofs`]: () => changed({ proofs: 2 })(),
    [`${BATCH}/apply`]: () => changed({ state: 'queued' })(),
    [`${BATCH}/undo`]: () => changed({ state: 'undoing' })(),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  batches = []
  rows = []
  refusal = undefined
  sessionStorage.clear()
  server.sent.length = 0
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  queryClient.clear()
  notices.set([])
})

const open = async () => {
  showScreen(() => <BookDialog search={{}} onClose={() => undefined} />, '/captures')
  return screen.findByRole('dialog', { name: 'Captura por Excel' })
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const sentTo = (path: string, method: string) =>
  server.sent.filter((one) => one.path === path && one.method === method).map(({ body }) => body)
const choose = (name: string) => {
  const input = document.querySelector<HTMLInputElement>('dialog input[type="file"]')
  if (!input) throw new Error('no file can be chosen')
  fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
}

test('a workbook of another kind is rejected at once; a valid one shows what is left to do', async () => {
  await open()
  await screen.findByRole('button', { name: 'Descargar archivo' })
  choose('capturas.csv')
  expect(await screen.findByText('El archivo debe ser .xlsx.')).toBeTruthy()
  expect(sentTo(captureBatches.send.path, 'POST')).toEqual([])
  choose('capturas.xlsx')
  press('Revisar archivo')
  expect(await screen.findByText(/2 filas, 2 estados de cuenta, 0 pruebas/)).toBeTruthy()
  expect(screen.getByText('Elegir el ZIP de pruebas')).toBeTruthy()
})

test('a cell is corrected in the grid, a row is omitted, and only then can the workbook be applied', async () => {
  batches = [batchOf({ refusedRows: 2 })]
  rows = [rowOf(2, WRONG), rowOf(3, [{ field: null, message: 'Falta su prueba.' }])]
  await open()
  const faults = await screen.findByRole('region', { name: 'Filas con errores' })
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar las capturas' })
  expect(save().getAttribute('aria-disabled') ?? `${save().disabled}`).toBe('true')
  const cell = within(faults).getByLabelText('Tenencias: total')
  expect((cell as HTMLInputElement).value).toBe('mil')
  expect(cell.getAttribute('aria-invalid')).toBe('true')
  const second = within(within(faults).getByRole('listitem', { name: /^Fila 3 · AAA1003 · Portal de Coahuila/ }))
  expect(second.getByText('Falta su prueba.')).toBeTruthy()
  fireEvent.change(cell, { target: { value: '1000' } })
  cleanup()
  await open()
  expect((await screen.findByLabelText<HTMLInputElement>('Tenencias: total')).value).toBe('1000')
  fireEvent.click(screen.getAllByLabelText('Omitir esta fila')[1] as HTMLElement)
  press('Revisar de nuevo (2 cambios)')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Filas con errores' })).toBeNull())
  expect(document.activeElement).toBe(save())
  expect(sentTo(`${BATCH}/rows`, 'PUT').map((body) => JSON.parse(body))).toEqual([
    {
      corrections: [
        { row: 2, cells: { 't0.total': '1000' }, omit: false },
        { row: 3, cells: {}, omit: true },
      ],
    },
  ])
  expect(sessionStorage.length).toBe(0)
  press('Guardar las capturas')
  expect(await screen.findByText('Guardando las capturas de capturas.xlsx…')).toBeTruthy()
})

test('a refusal appears where the action was started, and what was typed stays', async () => {
  batches = [batchOf({ refusedRows: 1 })]
  rows = [rowOf(2, WRONG)]
  await open()
  const cell = await screen.findByLabelText<HTMLInputElement>('Tenencias: total')
  fireEvent.change(cell, { target: { value: '1000' } })
  refusal = { status: 409, json: { title: 'Este archivo ya se está aplicando o ya se aplicó.' } }
  press('Revisar de nuevo (1 cambio)')
  expect(await screen.findByText('Este archivo ya se está aplicando o ya se aplicó.')).toBeTruthy()
  expect(cell.value).toBe('1000')
})

test('many faulty rows are shown by pages', async () => {
  rows = Array.from({ length: BATCH_PAGE + 5 }, (_, i) => rowOf(i + 2, WRONG))
  batches = [batchOf({ refusedRows: rows.length })]
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Página 2' }))
  const requests = () => server.sent.filter(({ path }) => path === `${BATCH}/rows`).map(({ search }) => search)
  await waitFor(() => expect(requests().at(-1)).toBe('show=refused&page=2'))
})

test('files that cannot be accepted are named, and a refusal loses nothing', async () => {
  batches = [
    batchOf({ refusedProofs: 1, proofErrors: [{ name: 'ABC.pdf', message: 'Ninguna fila es de esa placa.' }] }),
  ]
  await open()
  expect(await screen.findByText(/ABC\.pdf: Ninguna fila es de esa placa\./)).toBeTruthy()
  refusal = { status: 422, json: { title: 'El ZIP está dañado.' } }
  choose('pruebas.zip')
  press('Enviar pruebas')
  expect(await screen.findByText('El ZIP está dañado.')).toBeTruthy()
  expect(screen.getByText(/2 filas, 2 estados de cuenta, 2 pruebas/)).toBeTruthy()
})

test('discarding asks for confirmation', async () => {
  batches = [batchOf()]
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Descartar archivo' }))
  press('Dejar como está')
  expect(sentTo(BATCH, 'DELETE')).toEqual([])
  press('Descartar archivo')
  press('Descartar')
  expect(await screen.findByRole('button', { name: 'Descargar archivo' })).toBeTruthy()
  expect(sentTo(BATCH, 'DELETE')).toHaveLength(1)
})

test('the result lists the rows that were omitted with the reason, and is undone after a confirmation', async () => {
  const message = '1 estado de cuenta guardado. 1 quedó como estaba: vea por qué en sus filas.'
  batches = [batchOf({ state: 'applied', message, undoUntil: '2026-12-04T12:00:00.000Z' })]
  rows = [rowOf(3, [], 'norte-ana captura este vehículo desde el 27/11/2026 06:00.')]
  await open()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(await screen.findByText(/^Fila 3: AAA1003 · norte-ana captura este vehículo/)).toBeTruthy()
  press('Deshacer')
  fireEvent.click(within(await screen.findByRole('dialog', { name: '¿Deshacer el archivo?' })).getByText('Deshacer'))
  expect(await screen.findByText('Deshaciendo capturas.xlsx…')).toBeTruthy()
})
