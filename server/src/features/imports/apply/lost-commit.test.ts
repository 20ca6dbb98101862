// When a commit's outcome is unknown the workbook stays, because its row may exist; old files are deleted in any case.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loseCommit } from '../../../testing/attacks/lost-commit.ts'
import { bookOf, send } from '../../../testing/files/workbooks.ts'
import { type TestServer, testServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

it('an import whose commit succeeded before the connection was lost can be checked again', async () => {
  const company = await server.company('norte')
  const ana = await server.somebody(company, 'ana', ['admin'])
  const file = await bookOf([
    ['Placa', 'VIN', 'Estado', 'Motivo de alta'],
    ['RKA001B', '', 'Nuevo León', 'Expansión'],
  ])
  const hasLost = loseCommit('vehicle_import')
  const { status } = await send(server, ana, 'uploadTemplate', { file, fields: { preview: 'true' } })
  expect([hasLost(), status]).toEqual([true, 503])
  const { rows } = await server.db.system.query<{ id: string }>('select import_id as id from vehicle_import')
  expect(rows).toHaveLength(1)
  const url = `/api/v2/vehicle/imports/${rows[0]?.id}/check`
  expect((await server.ask(ana, { method: 'POST', url, payload: {} })).status).toBe(200)
})
