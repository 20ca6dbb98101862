// A company's own sheet at the maximum size: read, mapped and checked whole, from a workbook and from a CSV file.
import type { Import, Uploaded } from '@padron/contract/imports'
import type { ImportMapping } from '@padron/contract/imports/mapping'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOf, send } from '../../testing/files/workbooks.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const ROWS = 50_000
const HEADINGS = ['Placas', 'No. de serie', 'Núm. Económico', 'Edo.', 'Sucursal', 'Estatus', 'Marca', 'Modelo']
const SERIES = 'ABCDEFGHJKLMNPRSTUVWXYZ'

let server: TestServer
let ana: Somebody
beforeAll(async () => {
  server = await testServer()
  ana = await server.somebody(await server.company('norte'), 'ana', ['admin'])
})
afterAll(() => server.stop())

const rows = Array.from({ length: ROWS }, (_, i) => {
  const series = `RK${SERIES[Math.floor(i / 23_000)]}`
  const plate = `${series}-${String(i % 1_000).padStart(3, '0')}-${SERIES[Math.floor(i / 1_000) % 23]}`
  const vin = `3N1CN8AE0RL${String(i).padStart(6, '0')}`
  return [plate, vin, `E-${i}`, ['Mty', 'N.L.', ''][i % 3] ?? '', `Suc ${i % 12}`, 'ACTIVA', 'NISSAN', '2024']
})

test.each([
  ['flota.xlsx', () => bookOf([['TRANSPORTES DEL NORTE'], [], HEADINGS, ...rows], 'Flota')],
  ['flota.csv', async () => Buffer.from([HEADINGS, ...rows].map((cells) => cells.join(';')).join('\r\n'), 'latin1')],
])('%s with 50,000 vehicles is mapped and checked without errors', async (fileName, make) => {
  const { body } = await send(server, ana, 'uploadTemplate', {
    file: await make(),
    fileName,
    fields: { preview: 'true' },
  })
  const url = `/api/v2/vehicle/imports/${(body as Uploaded).import.importId}`
  const columns = await server.ask(ana, { url: `${url}/columns` })
  const mapping: ImportMapping = {
    ...(columns.body as { mapping: ImportMapping }).mapping,
    values: [
      { field: 'stateId', text: 'Mty', value: 'Nuevo León' },
      { field: 'assetStatusId', text: 'ACTIVA', value: 'Activo' },
    ],
    missingState: { bySeries: true, federal: null, other: null },
  }
  const checked = await server.ask(ana, { method: 'POST', url: `${url}/map`, payload: { mapping } })
  expect((checked.body as { import: Import }).import).toMatchObject({
    state: 'checked',
    counts: { rows: ROWS, new: ROWS, refused: 0 },
  })
})
