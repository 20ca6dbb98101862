// The deliveries of a job: loaded by pages, filtered and sorted, with the exact total.
import { type Delivery, NEVER_SENT, queue } from '@padron/contract/queue'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { deliveryQuery, rangeText } from './delivery-texts.ts'

const ID = '7f0c1e2a-0000-4000-8000-000000000001'
const delivery = (_id: string, more: Partial<Delivery>): Delivery => ({
  _id,
  SendTo: `${_id}@norte.mx`,
  Status: 2,
  Success: true,
  SuccessDateTime: '2026-11-20T16:00:00Z',
  Error: null,
  ErrorDateTime: null,
  Report: null,
  Attempts: 1,
  Resendable: false,
  Remark: null,
  ...more,
})
const DELIVERIES = [
  delivery('ana', {}),
  delivery('beto', {
    Status: 3,
    Success: false,
    SuccessDateTime: null,
    Error: 'el buzón no existe',
    ErrorDateTime: '2026-11-20T17:00:00Z',
  }),
  delivery('eva', { Status: 1, Success: false, SuccessDateTime: null, Remark: 'Se intenta de nuevo' }),
]
let deliveries = DELIVERIES
let total = 23
let status = 200
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [queue.deliveries.path.replace(':queueItemId', ID)]: () => ({
      status,
      json: { totalReports: total, scheduledReportQueueItems: total ? deliveries : [] },
    }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  deliveries = DELIVERIES
  total = 23
  status = 200
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
})
const show = () =>
  showScreen(() => <DeliveriesDialog queueItemId={ID} title="Reporte semanal" onClose={() => undefined} />, '/')

test('shows the recipient, the state, the date and the reason of a failure', async () => {
  show()
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  expect((await row(/ana@norte.mx/)).getByText('20/11/2026 10:00')).toBeTruthy()
  expect((await row(/beto@norte.mx/)).getByText('el buzón no existe')).toBeTruthy()
  expect((await row(/eva@norte.mx/)).getByText('Se intenta de nuevo')).toBeTruthy()
  expect(screen.getByText('1–10 de 23 entregas')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Destinatario/ }))
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: /^Destinatario/ }).getAttribute('aria-sort')).toBe('ascending'),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Página 3' }))
  expect(await screen.findByText('21–23 de 23 entregas')).toBeTruthy()
})

test('an email that no server will send is not counted as waiting', async () => {
  deliveries = [
    delivery('leo', { Status: 1, Success: false, SuccessDateTime: null, Remark: NEVER_SENT }),
    DELIVERIES[2] as Delivery,
  ]
  show()
  const never = await screen.findByRole('row', { name: /leo@norte.mx/ })
  expect(never.textContent).toContain('Guardado')
  expect(never.textContent).toContain(NEVER_SENT)
  expect(never.textContent).not.toContain('Pendiente')
  expect(screen.getByRole('row', { name: /eva@norte.mx/ }).textContent).toContain('Pendiente')
})

test('an empty list, and a failure in its own words', async () => {
  total = 0
  show()
  expect(await screen.findByText('Sin datos')).toBeTruthy()
  cleanup()
  status = 500
  show()
  expect(await screen.findByText('Error al obtener status de los reportes programados')).toBeTruthy()
  status = 200
  total = 1
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('1–1 de 1 entrega')).toBeTruthy()
})

test('its query', () => {
  expect(deliveryQuery({ page: 2 })).toEqual({ page: '2', pageSize: '10' })
  expect(deliveryQuery({ page: 1, status: '3', sendTo: 'ana', sort: 'Status', order: 'desc' })).toEqual({
    page: '1',
    pageSize: '10',
    status: '3',
    sendTo: 'ana',
    sortBy: 'Status',
    sortOrder: '-1',
  })
  expect(rangeText(3, 23)).toBe('21–23 de 23 entregas')
})
