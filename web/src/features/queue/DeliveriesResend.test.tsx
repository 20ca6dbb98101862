// Resending emails of a job: which ones can be resent, the confirmation for a sent one, and a refusal in its row.
import { type Delivery, NEVER_SENT, queue } from '@padron/contract/queue'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'

const ID = '7f0c1e2a-0000-4000-8000-000000000001'
const AT = '2026-11-20T16:00:00Z'
const delivery = (_id: string, more: Partial<Delivery>): Delivery => ({
  _id,
  SendTo: `${_id}@norte.mx`,
  Status: 2,
  Success: true,
  SuccessDateTime: AT,
  Error: null,
  ErrorDateTime: null,
  Report: 'Adeudos del norte',
  Attempts: 1,
  Resendable: true,
  Remark: null,
  ...more,
})
const FAILED = delivery('beto', {
  Status: 3,
  Success: false,
  SuccessDateTime: null,
  Error: 'El buzón no existe',
  ErrorDateTime: AT,
  Attempts: 4,
})
const QUEUED = { ...FAILED, Status: 1, Error: null, ErrorDateTime: null, Resendable: false }

let deliveries: Delivery[]
let refusal: string | undefined
let server: Awaited<ReturnType<typeof startSmallServer>>
const again = (id: string) => queue.resend.path.replace(':queueItemId', ID).replace(':deliveryId', id)
const answer = () => {
  if (refusal) return { status: 409, json: { type: 'about:blank', title: refusal, status: 409 } }
  deliveries = [QUEUED, delivery('ana', {})]
  return { json: QUEUED }
}
beforeAll(async () => {
  server = await startSmallServer({
    [queue.deliveries.path.replace(':queueItemId', ID)]: () => ({
      json: { totalReports: deliveries.length, scheduledReportQueueItems: deliveries },
    }),
    [again('beto')]: answer,
    [again('ana')]: answer,
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  deliveries = [FAILED, delivery('ana', {})]
  refusal = undefined
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
})
const show = () =>
  showScreen(() => <DeliveriesDialog queueItemId={ID} title="Reporte semanal" onClose={() => undefined} />, '/')
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const posted = () => server.sent.filter(({ method }) => method === 'POST').map(({ path }) => path)

test('a failed email is resent at once, and is shown as waiting', async () => {
  show()
  const beto = await row(/beto@/)
  expect(beto.getByText('Adeudos del norte')).toBeTruthy()
  expect(beto.getByText('4')).toBeTruthy()
  fireEvent.click(beto.getByRole('button', { name: 'Reintentar a beto@norte.mx' }))
  expect(beto.getByText('Pendiente')).toBeTruthy()
  expect(beto.queryByText('El buzón no existe')).toBeNull()
  expect(await screen.findByText(queue.resend.done)).toBeTruthy()
  await waitFor(() => expect(beto.queryByRole('button')).toBeNull())
  expect(beto.getByText('Pendiente')).toBeTruthy()
  expect(posted()).toEqual([again('beto')])
})

test('a sent email is resent only after a confirmation', async () => {
  show()
  const ana = await row(/ana@/)
  fireEvent.click(ana.getByRole('button', { name: 'Reenviar a ana@norte.mx' }))
  const modal = await screen.findByRole('dialog', { name: '¿Reenviar el correo?' })
  expect(modal.textContent).toContain('ya se le envió el 20/11/2026 10:00: le llegará otra vez.')
  fireEvent.click(within(modal).getByRole('button', { name: 'No reenviar' }))
  expect(posted()).toEqual([])
  fireEvent.click(ana.getByRole('button', { name: /^Reenviar/ }))
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: '¿Reenviar el correo?' })).getByRole('button', {
      name: 'Reenviar',
    }),
  )
  expect(await screen.findByText(queue.resend.done)).toBeTruthy()
  expect(posted()).toEqual([again('ana')])
})

test('a refusal is reported in the row, whose state does not change', async () => {
  refusal = 'La empresa llegó a su límite de correos de hoy.'
  show()
  const beto = await row(/beto@/)
  fireEvent.click(beto.getByRole('button', { name: /^Reintentar/ }))
  expect(await beto.findByText(refusal)).toBeTruthy()
  expect(beto.getByText('Con error')).toBeTruthy()
  expect(beto.getByRole('button', { name: /^Reintentar/ })).toBeTruthy()
})

test('an email that cannot be resent has no button', async () => {
  deliveries = [
    delivery('leo', { Status: 1, Success: false, SuccessDateTime: null, Remark: NEVER_SENT, Resendable: false }),
  ]
  show()
  const leo = await row(/leo@/)
  expect(leo.getByText('Guardado')).toBeTruthy()
  expect(leo.queryByRole('button')).toBeNull()
})
