// One vehicle, as the console registers, edits, deactivates and reads it: rules with their texts, versions,
// replacement, history, which sources are queried after an edit, and concurrent edits.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import type { HistoryEntry } from '@padron/contract/vehicles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { suspend } from '../../identity/accounts/company-settings.ts'
import { type Company, type Somebody, type TestServer, testServer, vinFor } from '../../testing/server.ts'

let server: TestServer
let company: Company
let admin: Somebody
let editor: Somebody
let reader: Somebody
beforeAll(async () => {
  server = await testServer(() => new Date('2026-11-21T12:00:00Z'))
  company = await server.company('norte')
  admin = await server.somebody(company, 'admin', ['vehicles_admin', 'tags_admin'])
  editor = await server.somebody(company, 'editor', ['vehicles_edit'])
  reader = await server.somebody(company, 'lector', ['vehicles_read', 'tags_read'])
})
afterAll(() => server.stop())

type Answer = { status: number; body: unknown }
const send = (who: Somebody, method: 'POST' | 'PUT', url: string, payload: object): Promise<Answer> =>
  server.ask(who, { method, url, payload })
const create = (vehicleClass: object, who = admin) => send(who, 'POST', '/api/v2/vehicle', { vehicleClass })
const edit = (vehicleClass: object, who = editor) => send(who, 'PUT', '/api/v2/vehicle', { vehicleClass })
const setStatus = (VehicleAssetId: number, VehicleStatusId: number, who = editor) =>
  send(who, 'PUT', '/api/v2/vehicle/status', { VehicleAssetId, VehicleStatusId })
const idOf = ({ body }: Answer) => (body as { vehicleAssetId: number }).vehicleAssetId
const fresh = (plate: string, more: object = {}) => ({
  vehicleAsset: { plate, vin: vinFor(plate), stateId: 19, acquisitionReasonId: 1 },
  ...more,
})
const row = async (vehicleAssetId: number): Promise<VehicleRow | undefined> =>
  (
    (await send(reader, 'POST', '/api/v2/vehicleAsset', { vehicleClass: { vehicleAsset: { vehicleAssetId } } }))
      .body as {
      vehicles: VehicleRow[]
    }
  ).vehicles[0]
const history = async (id: number): Promise<HistoryEntry[]> =>
  (
    (await server.ask(reader, { url: `/api/v2/historic/vehicleAsset/${id}` })).body as {
      vehicleAssetList: HistoryEntry[]
    }
  ).vehicleAssetList

describe('registering a vehicle', () => {
  it('stores every field in its normal form, and starts its checks and its history', async () => {
    const answer = await create({
      vehicleAsset: {
        plate: 'rka-123-b',
        vin: '3n1cn8ae1rl000101',
        customId: 'ECO-1',
        stateId: 19,
        acquisitionReasonId: 1,
      },
      rfc: { rfcName: 'TRANSPORTES EJEMPLO', taxIdentifier: 'afn160314qx2' },
      lessor: { lessorName: 'ARRENDADORA' },
      brand: { brandName: 'NISSAN' },
      model: { modelName: 'VERSA', year: '2024' },
      vehicleInfo: {
        version: '',
        doors: 0,
        vehicleColor: 'BLANCO',
        plateDate: '31/01/2024',
        observations: 'Ñandú “uno” 🚚',
      },
    })
    expect(answer).toMatchObject({ status: 200, body: { message: 'Vehículo agregado correctamente' } })
    const id = idOf(answer)
    expect(await row(id)).toMatchObject({
      vehicleAsset: { plate: 'RKA123B', vin: '3N1CN8AE1RL000101', customId: 'ECO-1', version: 1 },
      state: { stateName: 'Nuevo León' },
      rfc: { rfcName: 'TRANSPORTES EJEMPLO', taxIdentifier: 'AFN160314QX2' },
      model: { modelName: 'VERSA', year: 2024 },
      vehicleInfo: {
        version: null,
        doors: null,
        vehicleColor: 'BLANCO',
        plateDate: '2024-01-31',
        observations: 'Ñandú “uno” 🚚',
      },
      assetHistoric: { assetStatusId: 1, replacedBy: null, replacing: null },
    })
    expect(await history(id)).toMatchObject([
      { assetStatusId: 1, assetStatus: 'Activo', plate: 'RKA123B', who: 'norte-admin', formerPlate: null },
    ])
    const { rows } = await server.db.system.query('select 1 from due_check where vehicle_id = $1', [id])
    expect(rows.length).toBeGreaterThan(0)
  })

  it.each([
    [
      'nothing at all',
      {},
      [
        'La placa es un valor necesario',
        'El VIN es un valor necesario',
        'Estado es requerido!',
        'Es necesario agregar motivo de alta',
      ],
    ],
    ['a short plate', { plate: 'AB' }, ['Mínimo 3 caracteres']],
    ['a long plate', { plate: 'ABCDEFGHIJK' }, ['Tamaño de placa no válido']],
    ['a plate with signs', { plate: 'ABÑ12' }, ['La placa solo puede contener caracteres alfanuméricos']],
    ['a short VIN', { vin: '3N1CN8AE' }, ['El VIN debe de contener 17 caracteres.']],
    [
      'a replacement of nothing',
      { acquisitionReasonId: 2 },
      ['El vehículo a reemplazar es un valor obligatorio', 'El motivo del reemplazo es un valor obligatorio'],
    ],
    ['another country’s state', { stateId: 1005 }, [expect.stringContaining('Estado')]],
  ])('rejects %s with the field and the reason, and writes nothing', async (name, wrong, messages) => {
    const asset = name === 'nothing at all' ? {} : { ...fresh('ZZZ987Z').vehicleAsset, ...wrong }
    const { status, body } = await create({ vehicleAsset: asset })
    expect(status).toBe(422)
    expect((body as { errors: { message: string }[] }).errors.map(({ message }) => message)).toEqual(messages)
  })

  it.each([
    ['year', { model: { year: 1949 } }, 'vehicleClass.model.year', 'Año debe ser entre 1950 y 2028.'],
    ['year', { model: { year: 'nuevo' } }, 'vehicleClass.model.year', 'Año no es un número válido!'],
    ['doors', { vehicleInfo: { doors: 11 } }, 'vehicleClass.vehicleInfo.doors', 'Puertas debe ser entre 0 y 10.'],
    [
      'date',
      { vehicleInfo: { plateDate: '31/02/2024' } },
      'vehicleClass.vehicleInfo.plateDate',
      'Fecha no válida; escríbala como día/mes/año, por ejemplo 31/01/2026.',
    ],
    [
      'RFC',
      { rfc: { taxIdentifier: 'NO' } },
      'vehicleClass.rfc.taxIdentifier',
      'El RFC debe tener 12 caracteres (empresa) o 13 (persona), por ejemplo ABC010203XY9.',
    ],
  ])('names the field %s and its rule', async (_name, more, path, message) => {
    expect(await create(fresh('ZZZ986Z', more))).toMatchObject({ status: 422, body: { errors: [{ path, message }] } })
  })

  it('rejects texts beyond a field’s size and hostile bodies, field by field', async () => {
    const long = await create(fresh('ZZZ985Z', { lessor: { lessorName: 'x'.repeat(10_000) } }))
    expect(long).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'vehicleClass.lessor.lessorName', message: 'Máximo 300 caracteres' }] },
    })
    expect((await create({ ...fresh('ZZZ985Z'), tenantId: 1 })).status).toBe(400)
    expect((await create(fresh('ZZZ985Z', { brand: { brandName: { $ne: 1 } } }))).status).toBe(400)
  })

  it('rejects a plate, a VIN or an identifier that an active vehicle has', async () => {
    await create({ ...fresh('DUP001A'), vehicleAsset: { ...fresh('DUP001A').vehicleAsset, customId: 'UNICO' } })
    expect(await create(fresh('DUP001A'))).toMatchObject({
      status: 409,
      body: {
        errors: [{ path: 'vehicleClass.vehicleAsset.plate', message: 'Ya existe un vehículo activo con esa placa.' }],
      },
    })
    const sameVin = { vehicleAsset: { ...fresh('DUP002A').vehicleAsset, vin: vinFor('DUP001A') } }
    expect(await create(sameVin)).toMatchObject({
      status: 409,
      body: { title: 'Ya existe un vehículo activo con ese VIN.' },
    })
    const sameId = { vehicleAsset: { ...fresh('DUP003A').vehicleAsset, customId: 'UNICO' } }
    const three = await Promise.all(
      ['DUP004A', 'DUP005A', 'DUP006A'].map((plate) =>
        create({ vehicleAsset: { ...fresh(plate).vehicleAsset, customId: 'A-LA-VEZ' } }),
      ),
    )
    expect(three.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await create(sameId)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'vehicleClass.vehicleAsset.customId' }] },
    })
  })

  it('accepts tags only with the permission to assign them, and only the company’s own', async () => {
    const { rows } = await server.db.system.query<{ tag_id: number }>(
      `
        with c as (insert into tag_category (tenant_id, category_name, color)
        values ($1, 'Uso', 'blue')
        returning tag_category_id)
       insert into tag (tenant_id, tag_category_id, tag_name)
       select $1, tag_category_id, n
       from c, unnest(array['reparto','ventas']) n
       returning tag_id`,
      [company.tenantId],
    )
    const [one, two] = rows.map(({ tag_id }) => tag_id)
    const id = idOf(await create(fresh('TAG001A', { tags: [{ tagId: one }] })))
    expect((await row(id))?.tags).toMatchObject([{ tagName: 'reparto' }])
    expect((await create(fresh('TAG002A', { tags: [{ tagId: 999_999 }] }))).status).toBe(422)
    const asset = { vehicleAssetId: id, version: 1 }
    expect((await edit({ vehicleAsset: asset, tags: [{ tagId: two }] })).status).toBe(403)
    expect((await edit({ vehicleAsset: asset, tags: [{ tagId: two }] }, admin)).status).toBe(200)
    expect((await row(id))?.tags).toMatchObject([{ tagName: 'ventas' }])
  })
})

describe('editing a vehicle', () => {
  it('stores 0 doors only in an edit; in a new vehicle 0 means unknown', async () => {
    const id = idOf(await create(fresh('DOO001A', { vehicleInfo: { doors: 0 } })))
    expect((await row(id))?.vehicleInfo.doors).toBeNull()
    const vehicleAsset = { vehicleAssetId: id, version: 1 }
    expect((await edit({ vehicleAsset, vehicleInfo: { doors: 0 } })).status).toBe(200)
    expect((await row(id))?.vehicleInfo.doors).toBe(0)
  })

  it('changes only the sent fields, raises the version, and clears blank fields', async () => {
    const id = idOf(
      await create(fresh('EDI001A', { brand: { brandName: 'KIA' }, vehicleInfo: { vehicleColor: 'ROJO' } })),
    )
    expect(
      await edit({ vehicleAsset: { vehicleAssetId: id, version: 1 }, vehicleInfo: { vehicleColor: '' } }),
    ).toMatchObject({
      status: 200,
      body: { version: 2, message: 'Vehículo editado correctamente' },
    })
    expect(await row(id)).toMatchObject({
      brand: { brandName: 'KIA' },
      vehicleInfo: { vehicleColor: null },
      vehicleAsset: { version: 2 },
    })
    // An equal value is no change.
    expect(await edit({ vehicleAsset: { vehicleAssetId: id, version: 2 }, brand: { brandName: 'KIA' } })).toMatchObject(
      { body: { version: 2 } },
    )
  })

  it('has the edit form’s own texts for plate and VIN', async () => {
    const id = idOf(await create(fresh('EDI002A')))
    const asset = { vehicleAssetId: id, version: 1 }
    for (const [wrong, message] of [
      [{ plate: 'AB' }, 'Tamaño de placa no válido'],
      [{ plate: 'ABÑ12' }, 'La placa solo puede contener caracteres alfanuméricos'],
      [{ vin: 'CORTO' }, 'Tamaño de VIN no válido'],
      [{ vin: 'ÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑÑ' }, 'El VIN solo puede contener caracteres alfanuméricos'],
      [{ plate: '' }, 'La placa es un valor necesario'],
    ] as const) {
      expect(await edit({ vehicleAsset: { ...asset, ...wrong } })).toMatchObject({
        status: 422,
        body: { errors: [{ message }] },
      })
    }
  })

  it('accepts one of two concurrent edits, and rejects the other with 409', async () => {
    const id = idOf(await create(fresh('EDI003A')))
    const asset = { vehicleAssetId: id, version: 1 }
    const both = await Promise.all([
      edit({ vehicleAsset: asset, vehicleInfo: { vehicleColor: 'AZUL' } }),
      edit({ vehicleAsset: asset, vehicleInfo: { vehicleColor: 'GRIS' } }, admin),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject({
      body: { title: 'Otra persona cambió este vehículo mientras usted lo editaba.' },
    })
    expect((await row(id))?.vehicleAsset.version).toBe(2)
  })

  it('keeps the old plate in the history and in the search box, and voids the answers about it', async () => {
    const id = idOf(await create(fresh('VIE001A')))
    await server.db.system.query(
      `
        update vehicle_resource
        set status_id = 1, good_at = now(), last_at = now(), last_outcome = 'ok',
          fresh_until = now() + interval '1 day'
        where vehicle_id = $1`,
      [id],
    )
    await server.db.system.query(
      'update vehicle set ticket_status = 1, stolen_status = 5, processed_at = now() where vehicle_id = $1',
      [id],
    )
    expect((await edit({ vehicleAsset: { vehicleAssetId: id, version: 1, plate: 'NUE001A' } })).status).toBe(200)
    expect((await history(id))[0]).toMatchObject({
      assetStatusId: 2,
      assetStatus: 'Información cambiada',
      plate: 'NUE001A',
      formerPlate: 'VIE001A',
      formerVin: null,
    })
    const found = (await send(reader, 'POST', '/api/v2/vehicleAsset/bestmatch', { like: 'vie-001-a' })).body
    expect(found).toMatchObject([{ vehicleAssetId: id, plate: 'NUE001A', former: 'VIE001A' }])
    expect((await row(id))?.vehicleAsset).toMatchObject({ ticketStatus: -1 })
    const { rows } = await server.db.system.query<{ has_answer: boolean }>(
      `
        select bool_or(f.good_at is not null) as has_answer
        from vehicle_resource f
        join resource r using (resource_id)
        where f.vehicle_id = $1 and 'plate' = any(r.inputs)`,
      [id],
    )
    expect(rows[0]?.has_answer).toBe(false)
  })

  it('queries the new state’s sources after a change of state, and no others', async () => {
    const id = idOf(await create(fresh('MUD001A')))
    expect((await edit({ vehicleAsset: { vehicleAssetId: id, version: 1, stateId: 5 } })).status).toBe(200)
    const { rows } = await server.db.system.query<{ state_id: number }>(
      'select distinct r.state_id from vehicle_resource f join resource r using (resource_id) where f.vehicle_id ' +
        '= $1 and r.state_id is not null',
      [id],
    )
    expect(rows).toEqual([{ state_id: 5 }])
  })
})

describe('status', () => {
  it('can be changed to inactive with a reason and back, with entries in the history', async () => {
    const id = idOf(await create(fresh('BAJ001A')))
    expect(await setStatus(id, 8)).toMatchObject({
      status: 200,
      body: { version: 2, message: 'Vehículo dado de baja correctamente' },
    })
    expect(await setStatus(id, 1)).toMatchObject({
      status: 200,
      body: { version: 3, message: 'Vehículo dado de alta correctamente' },
    })
    expect((await history(id)).map(({ assetStatusId }) => assetStatusId)).toEqual([1, 8, 1])
  })

  it.each([2, 5, 10, -1])('%i is rejected', async (status) => {
    const id = idOf(await create(fresh(`BAD${String(status + 10).padStart(3, '0')}A`)))
    expect(await setStatus(id, status)).toMatchObject({
      status: 422,
      body: { title: 'El motivo de baja es obligatorio' },
    })
  })

  it('is only changed from the named status: an undo does not overwrite a later change', async () => {
    const id = idOf(await create(fresh('DES001A')))
    const from = (FromStatusId: number, VehicleStatusId: number) =>
      send(editor, 'PUT', '/api/v2/vehicle/status', { VehicleAssetId: id, VehicleStatusId, FromStatusId })
    expect(await from(1, 8)).toMatchObject({ status: 200, body: { version: 2 } })
    await setStatus(id, 3)
    expect(await from(8, 1)).toMatchObject({
      status: 409,
      body: { title: 'Otra persona cambió el estatus de este vehículo mientras tanto: ahora es «Robado».' },
    })
    expect(await row(id)).toMatchObject({ assetHistoric: { assetStatusId: 3 } })
    expect((await history(id)).map(({ assetStatusId }) => assetStatusId)).toEqual([3, 8, 1])
    // The status is already the requested one: nothing changes.
    expect(await from(8, 3)).toMatchObject({ status: 200, body: { version: 3 } })
    expect(await from(3, 1)).toMatchObject({ status: 200, body: { version: 4 } })
    expect((await from(100, 1)).status).toBe(400)
  })

  it('cannot be active for a vehicle whose plate another active one has', async () => {
    const id = idOf(await create(fresh('REP001A')))
    await setStatus(id, 8)
    await create({ vehicleAsset: { ...fresh('REP001A').vehicleAsset, vin: vinFor('REP009A') } })
    expect(await setStatus(id, 1)).toMatchObject({
      status: 409,
      body: { title: 'Ya existe un vehículo activo con esa placa.' },
    })
  })
})

describe('replacement', () => {
  it('deactivates the old vehicle with its reason, links both, and may keep its plate', async () => {
    const old = idOf(await create(fresh('SUS001A')))
    const asset = { ...fresh('SUS001A').vehicleAsset, vin: vinFor('SUS002A'), acquisitionReasonId: 2 }
    const made = await create({ vehicleAsset: asset, assetHistoric: { replacing: old, assetStatusId: 9 } })
    expect(made.status).toBe(200)
    const id = idOf(made)
    const [before, after] = [await row(old), await row(id)]
    expect(before?.assetHistoric).toMatchObject({ assetStatusId: 9, replacedBy: id })
    expect(after?.assetHistoric).toMatchObject({
      assetStatusId: 1,
      replacing: old,
      historicGroupUUID: before?.assetHistoric.historicGroupUUID,
    })
    const lines = await history(id)
    expect(await history(old)).toEqual(lines)
    expect(lines).toHaveLength(3)
    expect(
      lines.find(({ vehicleAssetId, assetStatusId }) => vehicleAssetId === old && assetStatusId === 9),
    ).toMatchObject({
      replacedBy: { vehicleAssetId: id, plate: 'SUS001A' },
    })
    expect(lines.find(({ vehicleAssetId }) => vehicleAssetId === id)).toMatchObject({
      replacing: { vehicleAssetId: old, plate: 'SUS001A' },
    })

    // A replaced vehicle cannot be changed any more, by any user.
    const version = before?.vehicleAsset.version
    expect((await edit({ vehicleAsset: { vehicleAssetId: old, version }, brand: { brandName: 'X' } })).status).toBe(409)
    expect((await setStatus(old, 1)).status).toBe(409)
    expect(
      await create({
        vehicleAsset: { ...asset, plate: 'SUS003A', vin: vinFor('SUS003A') },
        assetHistoric: { replacing: old, assetStatusId: 8 },
      }),
    ).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'vehicleClass.assetHistoric.replacing' }] },
    })
  })

  it('writes nothing if the new vehicle is rejected', async () => {
    const old = idOf(await create(fresh('SUS010A')))
    await create(fresh('SUS011A'))
    const asset = { ...fresh('SUS011A').vehicleAsset, vin: vinFor('SUS012A'), acquisitionReasonId: 2 }
    expect((await create({ vehicleAsset: asset, assetHistoric: { replacing: old, assetStatusId: 8 } })).status).toBe(
      409,
    )
    expect((await row(old))?.assetHistoric).toMatchObject({ assetStatusId: 1, replacedBy: null })
    expect(await history(old)).toHaveLength(1)
  })

  it('of another company’s vehicle is rejected as unknown', async () => {
    const other = await server.company('sur')
    const [theirs] = await server.vehicles(other, [{ plate: 'AJE001A' }])
    const asset = { ...fresh('SUS020A').vehicleAsset, acquisitionReasonId: 2 }
    expect(await create({ vehicleAsset: asset, assetHistoric: { replacing: theirs, assetStatusId: 8 } })).toMatchObject(
      {
        status: 422,
        body: { title: 'El vehículo a reemplazar no existe.' },
      },
    )
    expect(
      (await edit({ vehicleAsset: { vehicleAssetId: theirs, version: 1 }, brand: { brandName: 'X' } })).status,
    ).toBe(404)
    expect((await setStatus(theirs ?? 0, 8)).status).toBe(404)
    expect((await server.ask(reader, { url: `/api/v2/historic/vehicleAsset/${theirs}` })).status).toBe(404)
    expect((await server.ask(reader, { url: `/api/v2/repuvematch/${theirs}` })).status).toBe(404)
  })
})

it('an edit concurrent with a suspension of the company does not deadlock', async () => {
  const own = await server.company('cruzada')
  const theirs = await server.somebody(own, 'editor', ['vehicles_edit'])
  const [vehicleAssetId] = await server.vehicles(own, [{ plate: 'CRU001A' }])
  const [answer] = await Promise.all([
    edit({ vehicleAsset: { vehicleAssetId, version: 1, plate: 'CRU002A' } }, theirs),
    asSystem(server.db, (tx) => suspend(tx, own.tenantId)),
  ])
  expect([200, 401]).toContain(answer.status)
})

describe('the holder’s document in Colombia', () => {
  let own: Company
  let person: Somebody
  beforeAll(async () => {
    own = await server.company('andes', 'CO')
    person = await server.somebody(own, 'flota', ['vehicles_admin', 'vehicles_edit', 'vehicles_read'])
  })
  let plates = 0
  const added = async (rfc: object): Promise<Answer> => {
    const plate = `KLM${++plates + 100}`
    const vehicleAsset = { plate, vin: vinFor(plate), stateId: 1011, acquisitionReasonId: 1 }
    return create({ vehicleAsset, rfc }, person)
  }
  const rfcOf = async (vehicleAssetId: number) => {
    const payload = { vehicleClass: { vehicleAsset: { vehicleAssetId } } }
    const { body } = await server.ask(person, { method: 'POST', url: '/api/v2/vehicleAsset', payload })
    return (body as { vehicles: VehicleRow[] }).vehicles[0]?.rfc
  }

  it.each([
    [{ taxIdentifier: '123456', taxIdentifierType: 'CE' }, 'CE 123456', 'CE'],
    [{ taxIdentifier: 'AB12345', taxIdentifierType: 'PA' }, 'PA AB12345', 'PA'],
    [{ taxIdentifier: 'PPT 1234567' }, 'PPT 1234567', 'PPT'],
    [{ taxIdentifier: '52345' }, '52345', null],
    [{ taxIdentifier: '900123456', taxIdentifierType: 'NIT' }, '900123456-8', null],
    [{ taxIdentifier: '1018464851', taxIdentifierType: null }, '1018464851-9', null],
  ])('%j is stored as %s', async (rfc, taxIdentifier, taxIdentifierType) => {
    expect(await rfcOf(idOf(await added(rfc)))).toEqual({ rfcName: null, taxIdentifier, taxIdentifierType })
  })

  it('is changed only by the sent parts: the whole vehicle, a type or a number alone', async () => {
    const vehicleAssetId = idOf(await added({ taxIdentifier: '1018464851' }))
    const change = async (rfc: object) => {
      expect((await edit({ vehicleAsset: { vehicleAssetId }, rfc }, person)).status).toBe(200)
      return (await rfcOf(vehicleAssetId))?.taxIdentifier
    }
    expect(await change({ taxIdentifierType: 'CC' })).toBe('CC 1018464851')
    expect(await change({ taxIdentifier: 'CC 1018464851', taxIdentifierType: 'CC', rfcName: 'ANA' })).toBe(
      'CC 1018464851',
    )
    expect(await change({ taxIdentifierType: 'CE', taxIdentifier: '123456' })).toBe('CE 123456')
    expect(await change({ taxIdentifierType: null })).toBe('123456')
    expect(await change({ taxIdentifier: null })).toBe(null)
  })

  it('is rejected with the field and the reason', async () => {
    const refused = async (rfc: object) => {
      const { status, body } = await added(rfc)
      const { errors } = body as { errors: { path: string; message: string }[] }
      return [status, errors[0]?.path, errors[0]?.message]
    }
    const number = 'vehicleClass.rfc.taxIdentifier'
    expect(await refused({ taxIdentifier: '123', taxIdentifierType: 'CE' })).toEqual([
      422,
      number,
      expect.stringContaining('La cédula de extranjería (CE) debe tener de 5 a 10 dígitos'),
    ])
    expect(await refused({ taxIdentifierType: 'CE' })).toEqual([
      422,
      number,
      'Escriba el número del documento del titular',
    ])
    expect(await refused({ taxIdentifier: '123456', taxIdentifierType: 'XX' })).toEqual([
      422,
      'vehicleClass.rfc.taxIdentifierType',
      'Tipo de documento desconocido: NIT, CC, CE, PA o PPT.',
    ])
    expect(await create(fresh('ZZZ970Z', { rfc: { taxIdentifierType: 'CE' } }))).toMatchObject({
      status: 422,
      body: { errors: [{ message: 'En México el titular se identifica con su RFC.' }] },
    })
  })

  it('queries the sources again if its type changes', async () => {
    const vehicleAssetId = idOf(await added({ taxIdentifier: '123456' }))
    const { rows: sources } = await server.db.system.query<{ id: number }>(
      `select resource_id as id from vehicle_resource f join resource r using (resource_id)
       where vehicle_id = $1 and 'taxIdentifier' = any(r.inputs)`,
      [vehicleAssetId],
    )
    expect(sources.length).toBeGreaterThan(0)
    const good = `update vehicle_resource set good_at = now() where vehicle_id = $1 and resource_id = any($2)`
    await server.db.system.query(good, [vehicleAssetId, sources.map(({ id }) => id)])
    await edit({ vehicleAsset: { vehicleAssetId }, rfc: { taxIdentifierType: 'CE' } }, person)
    const { rows } = await server.db.system.query<{ at: string | null }>(
      'select good_at as at from vehicle_resource where vehicle_id = $1 and resource_id = any($2)',
      [vehicleAssetId, sources.map(({ id }) => id)],
    )
    expect(rows.map(({ at }) => at)).toEqual(sources.map(() => null))
  })
})
