// Tags without their category: a name that exists once is that tag; one in several categories is an error with choices.
import type { Import, Uploaded } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOf, type CellValue, send } from '../../../testing/files/workbooks.ts'
import { createTag } from '../../../testing/fixtures.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'

let server: TestServer
let company: Company
let ana: Somebody
let first: number
let second: number

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', ['admin'])
  ;[first = 0, second = 0] = await server.vehicles(company, [{ plate: 'AAA111A' }, { plate: 'AAA222B' }])
  const tag = await createTag(server, company, 'reparto')
  const query = (text: string, ...values: unknown[]) => server.db.system.query(text, [company.tenantId, ...values])
  await query('insert into vehicle_tag (tenant_id, vehicle_id, tag_id) values ($1, $2, $3)', first, tag)
  await query(
    `
       with c as (insert into tag_category (tenant_id, category_name, color)
       values ($1, 'Regiones', 'red'), ($1, 'Rutas, cortas', 'red')
       returning tag_category_id)
     insert into tag (tenant_id, tag_category_id, tag_name) select $1, tag_category_id, 'norte' from c`,
  )
})
afterAll(() => server.stop())

const edit = async (rows: CellValue[][], who = ana): Promise<Import> => {
  const file = await bookOf([['ID', 'Etiquetas'], ...rows])
  const { body } = await send(server, who, 'editTemplate', { file, fields: { preview: 'true' } })
  return (body as Uploaded).import
}
const rowsOf = async ({ importId }: Import): Promise<ImportRow[]> => {
  const { body } = await server.ask(ana, { url: `/api/v2/vehicle/imports/${importId}/rows` })
  return (body as { rows: ImportRow[] }).rows
}
const changesOf = async (validated: Import) =>
  (await rowsOf(validated)).map(({ changes }) => changes.map(({ before, after }) => [before, after]))

test('a tag name that exists once means that tag', async () => {
  const validated = await edit([
    [first, 'REPARTO'],
    [second, 'reparto, grupo de reparto: reparto, nuevo'],
  ])
  expect(validated).toMatchObject({
    state: 'checked',
    counts: { unchanged: 1, changed: 1 },
    effects: { newTags: ['General: nuevo'] },
  })
  expect(await changesOf(validated)).toEqual([
    [],
    [[null, expect.stringMatching(/Grupo de reparto: reparto.*General: nuevo/)]],
  ])
})

test('a tag name in several categories is an error with choices; a correction in the grid solves it', async () => {
  const validated = await edit([[first, 'Norte, reparto']])
  expect(validated).toMatchObject({ state: 'refused', effects: { newTagCount: 0 } })
  const [row] = await rowsOf(validated)
  const question =
    'La etiqueta «norte» está en 2 categorías; ¿quiso escribir «Regiones: norte» o «"Rutas, cortas": norte»?'
  expect(row).toMatchObject({
    texts: { tags: 'norte, Grupo de reparto: reparto' },
    notes: [{ field: 'tags', level: 'error', message: question }],
  })
  const again = await server.ask(ana, {
    method: 'POST',
    url: `/api/v2/vehicle/imports/${validated.importId}/check`,
    payload: { corrections: [{ row: 2, field: 'tags', text: '"Rutas, cortas": norte, Grupo de reparto: reparto' }] },
  })
  const checked = (again.body as { import: Import }).import
  expect(checked).toMatchObject({ state: 'checked', counts: { changed: 1 }, effects: { newTagCount: 0 } })
  expect(await changesOf(checked)).toEqual([
    [['Grupo de reparto: reparto', '"Rutas, cortas": norte, Grupo de reparto: reparto']],
  ])
})

test('a new tag is shown in the preview as a cell would have it', async () => {
  const validated = await edit([[first, '"Rutas, largas": "sur, poniente"']])
  expect(validated).toMatchObject({ effects: { newTags: ['"Rutas, largas": "sur, poniente"'], newTagCount: 1 } })
})

test('a user without permission to assign tags gets only that warning', async () => {
  const beto = await server.somebody(company, 'beto', ['masive_edit'])
  const validated = await edit(
    [
      [first, 'reparto'],
      [second, 'norte'],
    ],
    beto,
  )
  expect(validated).toMatchObject({ state: 'checked', counts: { unchanged: 2, warned: 1 } })
  expect(validated.commonNotes.map(({ message }) => message)).toEqual([
    expect.stringContaining('no puede asignar etiquetas'),
  ])
})
