// How edit imports are applied: only the values in a row are written, and either every row or none.
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { JobRefused } from '../../../jobs/job.ts'
import { withLockHeld } from '../../../testing/attacks/with-lock-held.ts'
import { tenantRowHashes } from '../../../testing/rows.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { applyStaged, type RowInput, stageImport } from '../testing/staged.ts'

let server: TestServer
let company: Company
let other: Company
let ids: number[]
let strangers: number[]
let round = 0

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${++round}`)
  other = await server.company(`sur${round}`)
  const fleet = [
    { plate: 'AAA001A', columns: { vehicle_color: 'ROJO', custom_id: 'ECO-1', year: 2020, plate_date: '2020-02-29' } },
    { plate: 'AAA002A', columns: { vehicle_color: 'AZUL', tax_identifier: 'XAXX010101000' } },
    { plate: 'AAA003A', status: 0 },
  ]
  ids = await server.vehicles(company, fleet)
  strangers = await server.vehicles(other, fleet)
})

const all = async <T extends object>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await server.db.system.query(query, values)).rows as T[]
const vehicles = () =>
  all<Record<string, unknown>>('select * from vehicle where tenant_id = $1 order by vehicle_id', company.tenantId)
const edit = async (...rows: RowInput[]) =>
  applyStaged(server, company, 'edit', await stageImport(server, company, 'edit', rows))
const id = (n: number) => ids[n] ?? 0
const tagsOf = async (vehicleId: number) =>
  (
    await all<{ tag: string }>(
      `select c.category_name || ': ' || g.tag_name as tag from vehicle_tag t join tag g using (tenant_id, tag_id)
       join tag_category c using (tenant_id, tag_category_id) where t.vehicle_id = $1 order by 1`,
      vehicleId,
    )
  ).map(({ tag }) => tag)

describe('applying an edit import', () => {
  it('writes the values of a row, clears the fields that it clears and leaves the others', async () => {
    const before = await vehicles()
    const foreign = await tenantRowHashes(server.db, other.tenantId)
    const applied = await edit(
      { target: id(0), values: { vehicleColor: 'VERDE', customId: null, plateDate: null } },
      { target: id(1), values: { year: 2024, registrationDate: '2024-03-01' } },
    )
    expect(applied).toEqual({ created: 0, changed: 2, replaced: 0, firstNew: undefined })
    const [first, second, third] = await vehicles()
    const own = (row: object | undefined) => ({ ...row, updated_at: null, changed_at: null })
    expect(own(first)).toEqual(
      own({ ...before[0], vehicle_color: 'VERDE', custom_id: null, plate_date: null, row_version: 2 }),
    )
    expect(own(second)).toEqual(own({ ...before[1], year: 2024, registration_date: '2024-03-01', row_version: 2 }))
    expect(third).toEqual(before[2])
    expect(await tenantRowHashes(server.db, other.tenantId)).toEqual(foreign)
    const doneRows = await all<object>(
      `
        select who, changes
        from activity
        where tenant_id = $1 and subject_kind = 'vehicle' and action = 'update'
        order by subject_id`,
      company.tenantId,
    )
    expect(doneRows).toEqual([
      {
        who: 'norte-ana',
        changes: { vehicle_color: ['ROJO', 'VERDE'], custom_id: ['ECO-1', null], plate_date: ['2020-02-29', null] },
      },
      { who: 'norte-ana', changes: { year: [null, 2024], registration_date: [null, '2024-03-01'] } },
    ])
  })

  it('sets the tags of a row, creates the missing ones, and removes all tags where the list is empty', async () => {
    await edit({
      target: id(0),
      tags: [
        { category: 'Región', name: 'norte' },
        { category: 'Uso', name: 'reparto' },
      ],
    })
    expect(await tagsOf(id(0))).toEqual(['Región: norte', 'Uso: reparto'])
    await edit(
      {
        target: id(0),
        tags: [
          { category: 'REGION', name: 'norte' },
          { category: 'Uso', name: 'ventas' },
        ],
      },
      { target: id(1), tags: [{ category: 'uso', name: 'ventas' }] },
    )
    expect(await tagsOf(id(0))).toEqual(['Región: norte', 'Uso: ventas'])
    expect(await tagsOf(id(1))).toEqual(['Uso: ventas'])
    const conflicting = await all<object>(
      `
        select changes
        from activity
        where tenant_id = $1 and subject_kind = 'vehicle' and subject_id = $2 and changes ? 'tags'
        order by activity_id desc
        limit 2`,
      company.tenantId,
      id(0),
    )
    expect(conflicting).toEqual(
      expect.arrayContaining([{ changes: { tags: [['reparto'], null] } }, { changes: { tags: [null, ['ventas']] } }]),
    )
    await edit({ target: id(0), tags: [] }, { target: id(1), values: { vehicleColor: 'GRIS' } })
    expect(await tagsOf(id(0))).toEqual([])
    expect(await tagsOf(id(1))).toEqual(['Uso: ventas'])
    expect((await vehicles()).map(({ row_version }) => row_version)).toEqual([4, 3, 1])
  })

  it('uses the category that somebody makes meanwhile in other letters', async () => {
    const importId = await stageImport(server, company, 'edit', [
      { target: id(0), tags: [{ category: 'uso', name: 'reparto' }] },
    ])
    const hold = async (client: PoolClient) => {
      const { tenantId } = company
      await client.query(`select pg_advisory_xact_lock(hashtextextended('tag ' || $1::bigint, 0))`, [tenantId])
      await client.query(`insert into tag_category (tenant_id, category_name, color) values ($1, 'USO', 'red')`, [
        tenantId,
      ])
    }
    const waitsIn = `hashtextextended('tag '`
    await withLockHeld(server, { hold, waitsIn }, () => applyStaged(server, company, 'edit', importId))
    expect(await tagsOf(id(0))).toEqual(['USO: reparto'])
    expect(await all('select category_name from tag_category where tenant_id = $1', company.tenantId)).toHaveLength(1)
  })

  it('deactivates and reactivates vehicles, with an entry in the history', async () => {
    await edit({ target: id(0), values: { assetStatusId: 8 } }, { target: id(2), values: { assetStatusId: 1 } })
    expect((await vehicles()).map((row) => row.asset_status_id)).toEqual([8, 1, 1])
    expect(
      await all(
        'select asset_status_id as status, who from vehicle_history where vehicle_id = $1 order by history_id ' +
          'desc limit 1',
        id(0),
      ),
    ).toEqual([{ status: 8, who: 'norte-ana' }])
  })

  it('queries the sources again only where a field that they are queried by changed', async () => {
    await server.db.system.query(`update vehicle_resource set good_at = now(), status_id = 14 where tenant_id = $1`, [
      company.tenantId,
    ])
    await edit({ target: id(0), values: { plate: 'BBB001B' } }, { target: id(1), values: { vehicleColor: 'GRIS' } })
    const left = await all<{ id: number; answered: number }>(
      `
        select vehicle_id as id, count(good_at)::int as answered
        from vehicle_resource
        where tenant_id = $1
        group by 1
        order by 1`,
      company.tenantId,
    )
    const [plated, colored, untouched] = left.map(({ answered }) => answered)
    expect(plated).toBeLessThan(colored ?? 0)
    expect(colored).toBe(untouched)
  })
})

describe('an edit import writes nothing', () => {
  const refused = async (importId: string): Promise<string> => {
    const before = await tenantRowHashes(server.db, company.tenantId)
    const error = await applyStaged(server, company, 'edit', importId).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(JobRefused)
    expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
    return (error as Error).message
  }
  const both = (color: string): RowInput[] => [
    { target: id(0), values: { vehicleColor: color } },
    { target: id(1), values: { vehicleColor: color } },
  ]

  it('if one of its vehicles changed or was deleted after the check', async () => {
    const importId = await stageImport(server, company, 'edit', both('GRIS'))
    await server.db.system.query('update vehicle set row_version = row_version + 1 where vehicle_id = $1', [id(1)])
    expect(await refused(importId)).toMatch(
      /^La flota cambió después de la revisión\..*Cambiaron después de la revisión: AAA002A\.$/,
    )
    await server.db.system.query('delete from vehicle where vehicle_id = $1', [id(0)])
    expect(await refused(importId)).toContain('el de la fila 2 (ya no existe), AAA002A.')
  })

  it('if one of its vehicles was replaced after the check', async () => {
    const importId = await stageImport(server, company, 'edit', both('GRIS'))
    await server.db.system.query('update vehicle set replaced_by = $1 where vehicle_id = $2', [id(2), id(0)])
    expect(await refused(importId)).toContain('AAA001A')
  })

  it('if a plate belongs to another active vehicle, also when two rows swap their plates', async () => {
    const conflicting = await stageImport(server, company, 'edit', [{ target: id(0), values: { plate: 'NEW0001' } }])
    await server.vehicles(company, [{ plate: 'NEW0001' }])
    expect(await refused(conflicting)).toContain('La placa NEW0001 ya es de otro vehículo activo.')
    const swap = await stageImport(server, company, 'edit', [
      { target: id(0), values: { plate: 'AAA002A' } },
      { target: id(1), values: { plate: 'AAA001A' } },
    ])
    expect(await refused(swap)).toMatch(/La placa AAA00[12]A ya es de otro vehículo activo\./)
  })

  it('if it names another company’s vehicle', async () => {
    const importId = await stageImport(server, company, 'edit', [
      { target: strangers[0] ?? 0, values: { vehicleColor: 'GRIS' } },
    ])
    const before = await tenantRowHashes(server.db, other.tenantId)
    expect(await refused(importId)).toContain('el de la fila 2 (ya no existe)')
    expect(await tenantRowHashes(server.db, other.tenantId)).toEqual(before)
  })
})
