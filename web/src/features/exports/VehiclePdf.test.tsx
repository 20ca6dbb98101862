// A vehicle's PDF is downloaded from its signed address once; a refusal is reported.
import { exports as calls } from '@padron/contract/exports'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { VehiclePdf } from './VehiclePdf.tsx'

const FILE = '/files/vehicle-pdf/7?s=x'
let answer: { status?: number; json: unknown }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({ [calls.vehiclePdf.path.replace(':vehicleAssetId', '7')]: () => answer })
})
afterAll(() => server.stop())
beforeEach(() => {
  answer = { json: { fileUrl: FILE } }
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  cleanup()
  notices.set([])
  server.sent.length = 0
})

test('repeated presses create it once and download it from its address', async () => {
  const downloads: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '')
  })
  showScreen(() => <VehiclePdf vehicleAssetId={7} />, '/')
  const button = await screen.findByRole('button', { name: 'Ficha en PDF' })
  const release = server.hold()
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByText('Preparando la ficha…')).toBeTruthy()
  fireEvent.click(button)
  release()
  await waitFor(() => expect(downloads).toEqual([FILE]))
  expect(server.sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  click.mockRestore()
})

test('a refusal has its own words, a failure those of the call', async () => {
  answer = {
    status: 429,
    json: { type: 'about:blank', title: 'Demasiadas fichas a la vez; espere un momento.', status: 429 },
  }
  showScreen(() => <VehiclePdf vehicleAssetId={7} />, '/')
  fireEvent.click(await screen.findByRole('button', { name: 'Ficha en PDF' }))
  expect(await screen.findByText('Demasiadas fichas a la vez; espere un momento.')).toBeTruthy()
  answer = { status: 500, json: {} }
  fireEvent.click(screen.getByRole('button', { name: 'Ficha en PDF' }))
  expect(await screen.findByText(calls.vehiclePdf.fails)).toBeTruthy()
})
