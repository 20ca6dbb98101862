// The address of a file is signed for fifteen minutes: the console never opens an expired one.
import { documents } from '@padron/contract/documents'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '../../api/notify.ts'
import { queryClient } from '../../api/query-client.ts'
import { document as made } from '../../testing/documents.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { startSmallServer } from '../../testing/small-server.ts'
import { VehicleDocuments } from './VehicleDocuments.tsx'

const GONE = 'El documento ya no está, o no se pudo abrir. Vuelva a intentarlo.'
let refused = false
let address = ''
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({
    [documents.list.path]: () =>
      refused
        ? { status: 400, json: {} }
        : { json: { documentList: [made(4, 'poliza 2026', { downloadUrl: address })] } },
    '/api/v2/document/4/files': () => ({
      json: {
        files: [
          {
            fileVersion: 1,
            fileName: 'poliza.pdf',
            mediaType: 'application/pdf',
            size: 9,
            who: 'ana',
            uploadedAt: '2026-11-20T12:00:00Z',
            current: true,
            preview: null,
            scan: 'clean',
            documentUrl: null,
            downloadUrl: address,
          },
        ],
      },
    }),
    '/api/v2/documentType/papers/7': () => ({ json: { papers: [] } }),
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  refused = false
  address = '/files/documents/1/4/1/save?s=primera'
})
afterEach(async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  cleanup()
  notices.set([])
  vi.restoreAllMocks()
})

const Host = () => <VehicleDocuments vehicleAssetId={7} clock={{ now: Date.now(), zone: 'America/Mexico_City' }} />
const MINUTE = 60_000
const advanceClock = (minutes: number): void => {
  const then = Date.now() + minutes * MINUTE
  vi.spyOn(Date, 'now').mockImplementation(() => then)
}
/** Renders the documents, then advances the clock by some minutes. */
const openFor = async (minutes: number) => {
  showScreen(Host, '/?asset=7')
  await screen.findByRole('article', { name: 'poliza 2026' })
  advanceClock(minutes)
  const opened: (string | null)[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.getAttribute('href'))
  })
  return opened
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Descargar poliza 2026' }))

test('an expired address is requested again before the download', async () => {
  const opened = await openFor(13)
  address = '/files/documents/1/4/1/save?s=segunda'
  save()
  await waitFor(() => expect(opened).toEqual(['/files/documents/1/4/1/save?s=segunda']))
})

test('the address of a previewed file is requested again when it has expired', async () => {
  const opened = await openFor(0)
  fireEvent.click(screen.getByRole('button', { name: 'Ver poliza 2026' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'poliza 2026' }))
  advanceClock(13)
  address = '/files/documents/1/4/1/save?s=segunda'
  fireEvent.click(dialog.getByRole('button', { name: /^Descargar/ }))
  await waitFor(() => expect(opened).toEqual(['/files/documents/1/4/1/save?s=segunda']))
})

test('the address of an older version is requested again when it has expired', async () => {
  const opened = await openFor(0)
  fireEvent.click(screen.getByRole('button', { name: /^(Versiones|Más|Acciones)/ }))
  fireEvent.click(await screen.findByText(/[Vv]ersiones/))
  const button = await screen.findByRole('button', { name: 'Descargar la versión 1' })
  advanceClock(13)
  address = '/files/documents/1/4/1/save?s=segunda'
  fireEvent.click(button)
  await waitFor(() => expect(opened).toEqual(['/files/documents/1/4/1/save?s=segunda']))
})

test('when the new address cannot be loaded, a notice says so and the expired one is not opened', async () => {
  const opened = await openFor(13)
  refused = true
  save()
  await waitFor(() => expect(notices.get().map(({ text }) => text)).toEqual([GONE]))
  expect(opened).toEqual([])
})
