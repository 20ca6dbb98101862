// Many vehicles at once: the preview equals the result, all or nothing; undo restores the former values, except where
// somebody changed a vehicle since.
import { yearMax } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import type { BulkDone, BulkPreview } from '@padron/contract/vehicles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enrolVehicles } from '../../checks/services/enrol.ts'
import { asSystem } from '../../db/client.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { deleteExpiredBulk } from './bulk.ts'

let server: TestServer
let company: Company
let admin: Somebody
let editor: Somebody
let ids: number[]
let tags: number[]
let clock = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  server = await testServer(() => clock)
})
afterAll(() => server.stop())

let round = 0
beforeEach(async () => {
  clock = new Date()
  company = await server.company(`flota${++round}`)
  admin = await server.somebody(company, 'admin', ['vehicles_admin', 'tags_admin'])
  editor = await server.somebody(company, 'editor', ['vehicles_edit'])
  ids = await server.vehicles(company, [
    { plate: 'AAA001A', columns: { vehicle_color: 'ROJO', rfc_name: 'UNO' } },
    { plate: 'AAA002A', columns: { vehicle_color: 'AZUL', rfc_name: 'UNO' } },
    { plate: 'AAA003A', columns: { rfc_name: 'DOS' } },
    { plate: 'AAA004A', status: 8, columns: { vehicle_color: 'ROJO' } },
  ])
  const { rows } = await server.db.system.query<{ tag_id: number }>(
    `
      with c as (insert into tag_category (tenant_id, category_name, color)
      values ($1, 'Uso', 'blue')
      returning tag_category_id)
     insert into tag (tenant_id, tag_category_id, tag_name)
     select $1, tag_category_id, n
     from c, unnest(array['reparto','ventas','norte']) n
     returning tag_id`,
    [company.tenantId],
  )
  tags = rows.map(({ tag_id }) => tag_id)
})

const ask = (who: Somebody, url: string, payload?: object) =>
  server.ask(who, { method: 'POST', url: `/api/v2/vehicle/bulk${url}`, ...(payload ? { payload } : {}) })
const preview = async (selection: object, change: object, who = admin) =>
  (await ask(who, '/preview', { selection, change })) as { status: number; body: BulkPreview }
const apply = async (selection: object, change: object, expected: number, who = admin) =>
  (await ask(who, '', { selection, change, expected })) as { status: number; body: BulkDone }
const undo = (bulkId: string | null, who = admin) => ask(who, `/${bulkId}/undo`)
const rows = async (): Promise<VehicleRow[]> =>
  (
    (await server.ask(admin, { method: 'POST', url: '/api/v2/vehicleAsset', payload: { vehicleClass: {} } })).body as {
      vehicles: VehicleRow[]
    }
  ).vehicles
const colors = async () => (await rows()).map(({ vehicleInfo }) => vehicleInfo.vehicleColor)
const tagsOf = async () => (await rows()).map((row) => row.tags.map(({ tagName }) => tagName).join(' '))
const everyone = { query: { vehicleClass: {} } }

describe('a field', () => {
  const change = { field: 'vehicleColor', value: 'ROJO' }

  it('is shown in a preview before it is written, and only that is changed', async () => {
    const { body } = await preview(everyone, change)
    expect(body).toMatchObject({ selected: 4, changing: 2, unchanged: 2, refused: [] })
    expect(body.rows).toMatchObject([
      { plate: 'AAA002A', before: 'AZUL', after: 'ROJO' },
      { plate: 'AAA003A', before: null, after: 'ROJO' },
    ])
    expect(await colors()).toEqual(['ROJO', 'AZUL', null, 'ROJO'])
    expect((await apply(everyone, change, 2)).body).toMatchObject({ changed: 2, unchanged: 2, refused: 0 })
    expect(await colors()).toEqual(['ROJO', 'ROJO', 'ROJO', 'ROJO'])
    const { rows: activities } = await server.db.system.query(
      `select 1 from activity where tenant_id = $1 and changes ? 'vehicle_color' and action = 'update' and who = $2`,
      [company.tenantId, admin.username],
    )
    expect(activities).toHaveLength(2)
  })

  it('is changed in all vehicles of a filter except the excluded ones', async () => {
    const selection = { query: { vehicleClass: { rfc: { rfcName: 'uno' } } }, except: [ids[0]] }
    expect((await apply(selection, change, 1)).body.changed).toBe(1)
    expect(await colors()).toEqual(['ROJO', 'ROJO', null, 'ROJO'])
  })

  it('is not changed if the number of vehicles is no longer that of the preview', async () => {
    expect(await apply(everyone, change, 3)).toMatchObject({
      status: 409,
      body: {
        title: 'La flota cambió mientras usted revisaba: ahora cambiarían 2 vehículos y no 3. Revise de nuevo.',
      },
    })
    expect(await colors()).toEqual(['ROJO', 'AZUL', null, 'ROJO'])
  })

  it.each([
    [{ field: 'year', value: 1900 }, 422, `Año debe ser entre 1950 y ${yearMax(new Date().getUTCFullYear())}.`],
    [{ field: 'doors', value: 'muchas' }, 422, 'Puertas no es un número válido!'],
    [{ field: 'vehicleColor', value: 'x'.repeat(151) }, 422, 'Máximo 150 caracteres'],
    [{ status: 2 }, 422, 'El motivo de baja es obligatorio'],
    [{ stateId: 1005 }, 422, 'Estado desconocido.'],
    [{ tags: { add: [], remove: [] } }, 422, 'Elija al menos una etiqueta.'],
    [{ tags: { add: [987_654] } }, 422, 'Una de las etiquetas ya no existe.'],
    [{ field: 'plate', value: 'AAA' }, 400, 'Los datos enviados no son válidos.'],
  ])('is rejected in the preview too: %j', async (wrong, status, title) => {
    expect(await preview(everyone, wrong)).toMatchObject({ status, body: { title } })
    expect((await apply(everyone, wrong, 1)).status).toBe(status)
  })

  it('is cleared with null', async () => {
    expect((await apply(everyone, { field: 'rfcName', value: null }, 3)).status).toBe(200)
    expect((await rows()).map(({ rfc }) => rfc.rfcName)).toEqual([null, null, null, null])
  })

  it('can be undone, except where somebody edited the vehicle since', async () => {
    const { bulkId } = (await apply(everyone, change, 2)).body
    const edited = await server.ask(editor, {
      method: 'PUT',
      url: '/api/v2/vehicle',
      payload: {
        vehicleClass: { vehicleAsset: { vehicleAssetId: ids[2], version: 2 }, vehicleInfo: { vehicleColor: 'VERDE' } },
      },
    })
    expect(edited.status).toBe(200)
    expect(await undo(bulkId)).toMatchObject({
      status: 200,
      body: { restored: 1, keptCount: 1, kept: [{ plate: 'AAA003A' }], asksAgain: false },
    })
    expect(await colors()).toEqual(['ROJO', 'AZUL', 'VERDE', 'ROJO'])
    expect(await undo(bulkId)).toMatchObject({ status: 409, body: { title: 'Este cambio ya se deshizo.' } })
  })

  it('can be undone for seven days, listed until then', async () => {
    const { bulkId } = (await apply(everyone, change, 2)).body
    const list = async () =>
      ((await server.ask(admin, { url: '/api/v2/vehicle/bulk' })).body as { changes: object[] }).changes
    expect(await list()).toMatchObject([
      { bulkId, description: 'Color: ROJO', vehicles: 2, undone: false, who: admin.username },
    ])
    clock = new Date(clock.getTime() + 8 * 86_400_000)
    expect(await list()).toEqual([])
    expect((await undo(bulkId)).status).toBe(409)
  })

  it('cannot be changed or undone by another company', async () => {
    const other = await server.company(`ajena${round}`)
    const theirs = await server.somebody(other, 'admin', ['vehicles_admin', 'tags_admin'])
    expect((await preview({ ids }, change, theirs)).body).toMatchObject({ selected: 0, changing: 0 })
    expect((await apply({ ids }, change, 0, theirs)).body).toMatchObject({ bulkId: null, changed: 0 })
    const { bulkId } = (await apply({ ids }, change, 2)).body
    expect((await undo(bulkId, theirs)).status).toBe(404)
    expect(await preview({ ids }, { tags: { add: [tags[0]] } }, theirs)).toMatchObject({ status: 422 })
  })
})

describe('status', () => {
  it('rejects replaced vehicles and plates of active ones, with the reason, and changes the rest', async () => {
    await server.db.system.query('update vehicle set replaced_by = $2, asset_status_id = 8 where vehicle_id = $1', [
      ids[2],
      ids[0],
    ])
    await server.vehicles(company, [{ plate: 'AAA004A', vin: '9BWZZZ377VT004251' }])
    const { body } = await preview({ ids }, { status: 1 })
    expect(body).toMatchObject({ selected: 4, changing: 0, unchanged: 2 })
    expect(body.refused).toEqual(
      expect.arrayContaining([
        { reason: 'Fueron reemplazados por otro vehículo y ya no se cambian.', count: 1, plates: ['AAA003A'] },
        {
          reason: 'Ya hay otro vehículo activo con su placa, su VIN o su identificador.',
          count: 1,
          plates: ['AAA004A'],
        },
      ]),
    )
    expect((await preview({ ids }, { status: 4 })).body.rows[0]).toMatchObject({ before: 'Activo', after: 'En taller' })
  })

  it('does not reactivate two vehicles with the same plate, and the preview shows it', async () => {
    const duplicates = await server.vehicles(company, [
      { plate: 'GEM001A', vin: '9BWZZZ377VT004251', status: 8 },
      { plate: 'GEM001A', vin: '9BWZZZ377VT004252', status: 8 },
      { plate: 'GEM002A', vin: '9BWZZZ377VT004253', status: 8, columns: { custom_id: 'ECO-1' } },
      { plate: 'GEM003A', vin: '9BWZZZ377VT004254', columns: { custom_id: 'ECO-1' } },
    ])
    const { body } = await preview({ ids: [...duplicates, ids[3]] }, { status: 1 })
    expect(body).toMatchObject({ selected: 5, changing: 1, rows: [{ plate: 'AAA004A' }] })
    expect(body.refused).toEqual(
      expect.arrayContaining([
        {
          reason: 'Otro de los elegidos tiene su misma placa, VIN o identificador.',
          count: 2,
          plates: ['GEM001A', 'GEM001A'],
        },
        {
          reason: 'Ya hay otro vehículo activo con su placa, su VIN o su identificador.',
          count: 1,
          plates: ['GEM002A'],
        },
      ]),
    )
    expect((await apply({ ids: [...duplicates, ids[3]] }, { status: 1 }, 1)).body).toMatchObject({
      changed: 1,
      refused: 3,
    })
  })

  it('is restored by undo for each vehicle, and each change is in the history', async () => {
    const { bulkId } = (await apply({ ids }, { status: 4 }, 4)).body
    expect((await rows()).map(({ assetHistoric }) => assetHistoric.assetStatusId)).toEqual([4, 4, 4, 4])
    expect(await undo(bulkId)).toMatchObject({ body: { restored: 4 } })
    expect((await rows()).map(({ assetHistoric }) => assetHistoric.assetStatusId)).toEqual([1, 1, 1, 8])
    const { body } = await server.ask(admin, { url: `/api/v2/historic/vehicleAsset/${ids[0]}` })
    expect(
      (body as { vehicleAssetList: { assetStatusId: number }[] }).vehicleAssetList.map(
        ({ assetStatusId }) => assetStatusId,
      ),
    ).toEqual([1, 4, 1])
  })
})

describe('tags', () => {
  it('are added only where missing and removed only where present, and undo restores exactly that', async () => {
    await apply({ ids: [ids[0]] }, { tags: { add: [tags[0], tags[2]] } }, 1)
    const change = { tags: { add: [tags[0]], remove: [tags[2]] } }
    const { body } = await preview({ ids }, change)
    expect(body).toMatchObject({
      changing: 4,
      rows: [
        { plate: 'AAA001A', before: 'norte, reparto', after: 'reparto' },
        { before: null, after: 'reparto' },
        {},
        {},
      ],
    })
    const { bulkId } = (await apply({ ids }, change, 4)).body
    expect(await tagsOf()).toEqual(['reparto', 'reparto', 'reparto', 'reparto'])
    await undo(bulkId)
    expect(await tagsOf()).toEqual(['norte reparto', '', '', ''])
  })

  it('are limited to 30 per vehicle', async () => {
    await server.db.system.query(
      `
       with c as (insert into tag_category (tenant_id, category_name, color)
       values ($1, 'Muchas', 'red')
       returning tag_category_id),
       t as (insert into tag (tenant_id, tag_category_id, tag_name)
       select $1, tag_category_id, 'e' || g
       from c, generate_series(1, 30) g
       returning tag_id)
       insert into vehicle_tag (tenant_id, tag_id, vehicle_id) select $1, tag_id, $2 from t`,
      [company.tenantId, ids[0]],
    )
    expect((await preview({ ids }, { tags: { add: [tags[0]] } })).body).toMatchObject({
      changing: 3,
      refused: [{ reason: 'Tendrían más de 30 etiquetas.', count: 1, plates: ['AAA001A'] }],
    })
  })

  it('need the permission to assign tags', async () => {
    expect((await preview({ ids }, { tags: { add: [tags[0]] } }, editor)).status).toBe(403)
    expect((await apply({ ids }, { tags: { add: [tags[0]] } }, 4, editor)).status).toBe(403)
  })
})

it('a change of state queries the sources of the new state, and undo those of the former one', async () => {
  const checkedStates = async () => {
    const { rows: found } = await server.db.system.query<{ state_id: number }>(
      'select distinct r.state_id from vehicle_resource f join resource r using (resource_id) where f.vehicle_id ' +
        '= any($1) and r.state_id is not null',
      [ids],
    )
    return found.map(({ state_id }) => state_id)
  }
  const { bulkId } = (await apply({ ids }, { stateId: 5 }, 4)).body
  expect(await checkedStates()).toEqual([5])
  expect(await undo(bulkId)).toMatchObject({ body: { restored: 4, asksAgain: true } })
  expect(await checkedStates()).toEqual([19])
})

it('a change of the tax identifier, and its undo, query again only the sources that search by it', async () => {
  const andina = await server.company(`andina${round}`, 'CO')
  const who = await server.somebody(andina, 'admin', ['vehicles_admin'])
  const { rows: added } = await server.db.system.query<{ id: number }>(
    `
      insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id)
      values ($1, 'ABC123', '9FB4SREB4RM001414', 1005, 1)
      returning vehicle_id as id`,
    [andina.tenantId],
  )
  const vehicle = added[0]?.id ?? 0
  await asSystem(server.db, (tx) => enrolVehicles(tx, 'CO', [vehicle]))
  const setAnswered = async () => {
    await server.db.system.query(`update due_check set due_at = now() + interval '9 days' where vehicle_id = $1`, [
      vehicle,
    ])
    await server.db.system.query('update vehicle_resource set status_id = 1, good_at = now() where vehicle_id = $1', [
      vehicle,
    ])
  }
  const readDue = async () => {
    const { rows: due } = await server.db.system.query<{ key: string }>(
      'select connector_key as key from due_check where vehicle_id = $1 and due_at <= now()',
      [vehicle],
    )
    const { rows: open } = await server.db.system.query<{ id: number }>(
      'select resource_id as id from vehicle_resource where vehicle_id = $1 and good_at is null order by 1',
      [vehicle],
    )
    return [due.map(({ key }) => key), open.map(({ id }) => id)]
  }
  await setAnswered()
  expect(await readDue()).toEqual([[], []])
  const change = { field: 'taxIdentifier', value: '900123456' }
  const { bulkId } = (await apply({ ids: [vehicle] }, change, 1, who)).body
  expect(await readDue()).toEqual([['co-runt'], [6005, 6012]])
  await setAnswered()
  expect(await undo(bulkId, who)).toMatchObject({ status: 200, body: { asksAgain: true } })
  expect(await readDue()).toEqual([['co-runt'], [6005, 6012]])
})

it('a bulk change has at most 10,000 vehicles', async () => {
  await server.db.system.query(
    `
      insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id)
      select $1, 'M' || lpad(i::text, 6, '0'), 'MUCHOS00000' || lpad(i::text, 6, '0'), 19, 0
      from generate_series(1, 10001) i`,
    [company.tenantId],
  )
  expect(await preview(everyone, { status: 4 })).toMatchObject({
    status: 422,
    body: { title: expect.stringContaining('hasta 10,000') },
  })
})

it('the former values are stored for eight days', async () => {
  const { bulkId } = (await apply(everyone, { field: 'vehicleColor', value: 'ROJO' }, 2)).body
  const recordCount = async () =>
    (await server.db.system.query('select 1 from bulk_change_row where bulk_id = $1', [bulkId])).rowCount
  await deleteExpiredBulk(server.db)
  expect(await recordCount()).toBe(2)
  await server.db.system.query(`update bulk_change set at = now() - interval '9 days' where bulk_id = $1`, [bulkId])
  await deleteExpiredBulk(server.db)
  expect(await recordCount()).toBe(0)
})
