// A statement: the portal's table is pasted, each debt assigned to its type, clear types marked, one proof added, and
// the next vehicle opened.
import { type CaptureTask, captures } from '@padron/contract/captures'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../../api/notify.ts'
import { queryClient } from '../../../api/query-client.ts'
import { DrawerSearch } from '../../../lib/drawer-search.ts'
import { useSearchState } from '../../../lib/search-params.ts'
import { task } from '../../../testing/capture-task.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { startSmallServer } from '../../../testing/small-server.ts'
import { StatementDialog } from './StatementDialog.tsx'

const TYPES = [
  [30, 0, 'Tenencias · Coahuila'],
  [31, 1, 'Multas · Coahuila'],
  [36, 6, 'Adeudos diversos · Coahuila'],
  [38, 8, 'Refrendos · Coahuila'],
  [40, 10, 'Posibles adeudos de tenencia · Coahuila'],
] as const
const tasksOf = (change: Partial<CaptureTask> = {}): readonly CaptureTask[] =>
  TYPES.map(([resourceId, resourceTypeId, resourceName]) =>
    task({ resourceId, resourceTypeId, resourceName, ...change }),
  )
const SECOND = { vehicleAssetId: 8, plate: 'GAB456C' }

let refusal: object | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [captures.next.path]: () => ({ json: { next: { vehicleAssetId: 8, resourceId: 30 } } }),
    '/api/v2/captures/lease/7': () => ({ json: { holder: null } }),
    '/api/v2/captures/lease/8': () => ({ json: { holder: null } }),
    '/api/v2/captures/statement/7/30': () => ({ json: { tasks: tasksOf() } }),
    '/api/v2/captures/statement/8/30': () => ({ json: { tasks: tasksOf(SECOND) } }),
    [captures.statement.path]: () =>
      refusal ? { status: 422, json: refusal } : { json: { message: captures.statement.done } },
    [captures.upload.path]: (body) => ({
      json: {
        fileId: '0197f5f0-0000-7000-8000-000000000001',
        fileName: 'estado.pdf',
        size: body.length,
        mediaType: 'application/pdf',
      },
    }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  refusal = undefined
  server.sent.length = 0
  localStorage.clear()
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
})

const Host = () => {
  const [{ cuenta }, setSearch] = useSearchState(DrawerSearch)
  if (!cuenta) return <p>Cerrado</p>
  const go = (next?: string): void => setSearch({ cuenta: next })
  return <StatementDialog cuenta={cuenta} onClose={go} onGo={go} />
}
const open = async (address = '/captures?list=never&cuenta=7-30') => {
  const router = showScreen(Host, address)
  await screen.findByRole('form', { name: 'Estado de cuenta del portal' })
  return router
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const give = () =>
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, {
    target: { files: [new File(['%PDF-1.4 ...'], 'descarga.pdf', { type: 'application/pdf' })] },
  })
const pasteTable = (text: string, into: Element = document.body) =>
  fireEvent.paste(into, { clipboardData: { getData: () => text, files: [] } })
const of = (type: string) => within(screen.getByRole('group', { name: type }))
const isChosen = (type: string, choice: string): boolean => of(type).getByLabelText<HTMLInputElement>(choice).checked
const sentBody = () => {
  const sent = server.sent.find(({ path, method }) => path === captures.statement.path && method === 'POST')
  return sent && JSON.parse(sent.body)
}

const TABLE = [
  'Concepto\tEjercicio\tImporte\tRecargos\tActualización\tTotal a pagar',
  'Tenencia\t2025\t$1,000.00\t$50.00\t$10.00\t$1,060.00',
  'Refrendo\t2026\t$700.00\t\t\t$700.00',
  'Infracción de tránsito\t2026\t$300.00\t\t\t$300.00',
  'Posible adeudo de tenencia\t2024\t$900.00\t\t\t$900.00',
  'Total\t\t\t\t\t$2,060.00',
].join('\n')

test('the rows of the pasted table are assigned to types, one file proves all, the next vehicle opens', async () => {
  const router = await open()
  expect(document.activeElement?.textContent).toContain('Abrir el portal')
  pasteTable(TABLE)
  expect(screen.getByLabelText<HTMLInputElement>('Concepto, fila 1').value).toBe('Tenencia 2025')
  expect(screen.getByLabelText<HTMLInputElement>('Recargo, fila 1').value).toBe('60')
  expect(screen.getByLabelText<HTMLSelectElement>('Tipo, fila 3').selectedOptions[0]?.textContent).toBe('Multas')
  expect(of('Tenencias').getByText('1 · $1,060.00 MXN')).toBeTruthy()
  expect(of('Posibles adeudos de tenencia').getByText('(no suma)')).toBeTruthy()
  expect(screen.getByText('Total:').textContent).toBe('Total: $2,060.00 MXN')
  expect(screen.getByLabelText<HTMLInputElement>('Total, si el portal lo da').value).toBe('$2,060.00')
  expect([isChosen('Multas', 'Con adeudo'), isChosen('Adeudos diversos', 'No aparece en el portal')]).toEqual([
    true,
    true,
  ])
  fireEvent.click(of('Adeudos diversos').getByLabelText('Sin adeudo'))
  give()
  await screen.findByText('estado.pdf')
  fireEvent.change(screen.getByLabelText('Línea de captura'), { target: { value: '0123' } })
  fireEvent.click(of('Refrendos').getByLabelText('En la línea de captura'))
  press('Guardar y continuar')
  await screen.findByRole('heading', { name: /^Estado de cuenta de GAB456C/ })
  expect(router.state.location.search).toMatchObject({ list: 'never', cuenta: '8-30' })
  expect(sentBody()).toMatchObject({
    vehicleAssetId: 7,
    answers: [
      {
        resourceId: 30,
        statusId: 2,
        debts: [{ description: 'Tenencia 2025', surcharge: 60, total: 1060 }],
        inPaymentLine: true,
      },
      { resourceId: 31, statusId: 0, debts: [{ description: 'Infracción de tránsito 2026', total: 300 }] },
      { resourceId: 36, statusId: 7, debts: [] },
      { resourceId: 38, statusId: 16, inPaymentLine: false },
      { resourceId: 40, statusId: 21 },
    ],
    portalTotal: 2060,
    acceptsTotal: false,
    paymentLine: '0123',
    fileIds: ['0197f5f0-0000-7000-8000-000000000001'],
  })
  expect(server.sent.filter(({ path }) => path === captures.upload.path)).toHaveLength(1)
  const request = server.sent.find(({ path }) => path === captures.next.path)
  expect(JSON.parse(request?.body ?? '')).toEqual({
    list: 'never',
    portalOf: 30,
    after: { vehicleAssetId: 7, resourceId: 30 },
    seen: [{ vehicleAssetId: 7 }],
  })
})

test('absent types are not sent, and no type is clear unless it is marked', async () => {
  await open()
  press('Guardar y continuar')
  expect(await screen.findByText('Diga qué mostró el portal de al menos un tipo')).toBeTruthy()
  fireEvent.click(of('Multas').getByLabelText('Sin adeudo'))
  give()
  await screen.findByText('estado.pdf')
  press('Guardar')
  await screen.findByText('Cerrado')
  expect(sentBody().answers).toEqual([{ resourceId: 31, statusId: 1, debts: [], inPaymentLine: true }])
})

test('a total that differs from the sum shows both amounts, and can be confirmed', async () => {
  await open()
  pasteTable('Multa por velocidad\t$500.00\n')
  fireEvent.change(screen.getByLabelText('Total, si el portal lo da'), { target: { value: '650' } })
  give()
  await screen.findByText('estado.pdf')
  press('Guardar')
  const fault =
    'El total del portal es $650.00 MXN y los adeudos suman $500.00 MXN: corrija, o confirme que el portal da ese total'
  expect(await screen.findByText(fault)).toBeTruthy()
  expect(sentBody()).toBeUndefined()
  fireEvent.click(screen.getByLabelText('El portal da ese total: guardarlo así'))
  press('Guardar')
  await screen.findByText('Cerrado')
  expect(sentBody()).toMatchObject({ portalTotal: 650, acceptsTotal: true })
})

test('a debt can be assigned to another type; a type with debts is not clear', async () => {
  await open()
  pasteTable('Derechos de control vehicular\t$500.00\nCosa rara\t$20.00\n')
  expect(of('Refrendos').getByText('1 · $500.00 MXN')).toBeTruthy()
  expect(of('Adeudos diversos').getByText('1 · $20.00 MXN')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Tipo, fila 2'), { target: { value: '31' } })
  expect(of('Multas').getByText('1 · $20.00 MXN')).toBeTruthy()
  fireEvent.click(of('Multas').getByLabelText('Sin adeudo'))
  press('Guardar')
  expect(await screen.findByText(/La tabla tiene adeudos de este tipo/)).toBeTruthy()
})

test('the server’s errors appear at their row and type, and nothing that was typed is lost', async () => {
  await open()
  pasteTable('Multa\t$500.00\nTenencia 2026\t$20.00\n')
  give()
  await screen.findByText('estado.pdf')
  const newer = 'Multas · Coahuila: Hay una respuesta más reciente.'
  const wrong = 'Tenencias · Coahuila. Fila 1: el total lleva dos decimales como máximo.'
  refusal = {
    type: 'about:blank',
    title: 'Revise los campos señalados de la captura.',
    status: 422,
    errors: [
      { path: 'answers.1.seenAt', message: newer },
      { path: 'answers.0.debts.0.total', message: wrong },
    ],
  }
  press('Guardar')
  expect(await of('Multas').findByText(newer)).toBeTruthy()
  expect(screen.getByText(new RegExp(wrong.slice(0, -1)))).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Total, fila 2').getAttribute('aria-invalid')).toBe('true')
  cleanup()
  await open()
  expect(screen.getByText('Se recuperó lo que no había guardado.')).toBeTruthy()
  expect(of('Tenencias').getByText('1 · $20.00 MXN')).toBeTruthy()
})
