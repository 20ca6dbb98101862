// A workbook becomes a fleet, whole or not at all, on a real database.
import { vehicleColumns } from '@padron/contract/vehicle-template'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem, asTenant, type Tx } from '../../db/client.ts'
import { WorkbookError } from '../../files/workbook-error.ts'
import type { SheetRow } from '../../files/xlsx-reader.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'
import { importVehicles } from './import.ts'

let fresh: FreshDatabase
let mx: { tenantId: number; country: 'MX' }
let other: { tenantId: number; country: 'MX' }

const company = (short_name: string) =>
  asSystem(fresh.db, async (tx) => {
    const made = { short_name, company_name: short_name, country: 'MX', time_zone: 'America/Mexico_City' }
    const { tenant_id } = await tx.insertInto('company').values(made).returning('tenant_id').executeTakeFirstOrThrow()
    await tx.insertInto('catalogue_version').values({ tenant_id }).execute()
    return { tenantId: tenant_id, country: 'MX' as const }
  })
beforeAll(async () => {
  fresh = await freshDatabase()
  mx = await company('uno')
  other = await company('dos')
})
afterAll(() => fresh.drop())

const HEADINGS = ['Placa', 'VIN', 'Estado', 'Motivo de alta', 'Identificador', 'Etiquetas', 'Año', 'Observaciones']
const vinOf = (n: number) => `3N1CN8AE1RL${String(n).padStart(6, '0')}`
const vehicle = (n: number, rest: string[] = []) => [
  `RKA${String(n).padStart(3, '0')}B`,
  vinOf(n),
  'Nuevo León',
  'Expansión',
  ...rest,
]

async function* sheet(...rows: string[][]): AsyncGenerator<SheetRow> {
  for (const [i, cells] of [HEADINGS, ...rows].entries()) yield { row: i + 1, cells }
}
const load = (tenant: typeof mx, ...rows: string[][]) =>
  importVehicles(fresh.db, tenant, sheet(...rows), { thisYear: 2026, file: 'flotilla.xlsx' })
const ask = <T>(tenant: typeof mx, query: (tx: Tx) => Promise<T>): Promise<T> =>
  asTenant(fresh.db, tenant.tenantId, query)
const count = (tenant: typeof mx, table: string) =>
  ask(
    tenant,
    async (tx) => (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(tx)).rows[0]?.n,
  )

describe('a good workbook', () => {
  test('is registered, with its tags and its first checks', async () => {
    const result = await load(
      mx,
      vehicle(1, ['ECO-1', 'Regiones: Norte, Uso: reparto', '2024', 'tab\tulador\\n\nlínea']),
      vehicle(2, ['', 'REGIONES: norte, vip']),
    )
    expect(result).toMatchObject({ imported: 2 })
    const rows = await ask(mx, (tx) => tx.selectFrom('vehicle').selectAll().orderBy('vehicle_id').execute())
    expect(rows[0]).toMatchObject({
      tenant_id: mx.tenantId,
      plate: 'RKA001B',
      vin: vinOf(1),
      state_id: 19,
      custom_id: 'ECO-1',
      year: 2024,
      asset_status_id: 1,
      acquisition_reason_id: 1,
      observations: 'tab\tulador\\n\nlínea',
    })
    expect(rows[1]).toMatchObject({ custom_id: null, year: null })
    const tags = await ask(mx, (tx) =>
      tx
        .selectFrom('vehicle_tag')
        .innerJoin('tag', 'tag.tag_id', 'vehicle_tag.tag_id')
        .innerJoin('tag_category', 'tag_category.tag_category_id', 'tag.tag_category_id')
        .innerJoin('vehicle', 'vehicle.vehicle_id', 'vehicle_tag.vehicle_id')
        .select(['plate', 'category_name', 'tag_name'])
        .orderBy('plate')
        .orderBy('tag_name')
        .execute(),
    )
    expect(tags).toEqual([
      { plate: 'RKA001B', category_name: 'Regiones', tag_name: 'norte' },
      { plate: 'RKA001B', category_name: 'Uso', tag_name: 'reparto' },
      { plate: 'RKA002B', category_name: 'Regiones', tag_name: 'norte' },
      { plate: 'RKA002B', category_name: 'General', tag_name: 'vip' },
    ]) // biome-ignore format: rows
    const colours = await ask(mx, (tx) => tx.selectFrom('tag_category').select('color').execute())
    expect(new Set(colours.map(({ color }) => color)).size).toBe(3)
    expect(await count(mx, 'due_check')).toBeGreaterThan(4)
    expect(
      (await ask(mx, (tx) => tx.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow())).version,
    ).toBe(2)
  })
  test('sent twice is refused and doubles nothing', async () => {
    const again = await load(mx, vehicle(1, ['ECO-1']), vehicle(2))
    expect(again).toMatchObject({ imported: null, errorCount: 5 })
    expect(await count(mx, 'vehicle')).toBe(2)
  })
  test('belongs to its company only: another may have the same plates', async () => {
    expect(await load(other, vehicle(1, ['ECO-1']))).toMatchObject({ imported: 1 })
    expect(await count(other, 'vehicle')).toBe(1)
  })
  test('a plate of a vehicle no longer active comes back on another', async () => {
    await ask(other, (tx) => tx.updateTable('vehicle').set({ asset_status_id: 8 }).execute())
    expect(await load(other, vehicle(1, ['ECO-1', 'vuelto']))).toMatchObject({ imported: 1 })
    expect(await count(other, 'vehicle_tag')).toBe(1)
  })
})

describe('a faulty one writes nothing and tells all', () => {
  test('faults of rows, of the file and of the fleet together', async () => {
    const result = await load(
      mx,
      vehicle(10),
      vehicle(1),
      ['RKA-010-B', vinOf(11), 'Nuevo Leno', 'Expansión'],
      ['', 'corto', '', ''],
      vehicle(12),
    )
    expect(result).toMatchObject({ imported: null })
    expect(
      'errors' in result && result.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`),
    ).toEqual([
      '3 Placa: La placa RKA001B ya es de un vehículo activo de su flotilla.',
      `3 VIN: El VIN ${vinOf(1)} ya es de un vehículo activo de su flotilla.`,
      '4 Estado: Estado desconocido; ¿quiso escribir Nuevo León?',
      '4 Placa: La placa RKA010B ya está en la fila 2.',
      '5 Placa: La placa es un valor necesario',
      '5 VIN: El VIN debe de contener 17 caracteres.',
      '5 Estado: Estado es requerido!',
      '5 Motivo de alta: Es necesario agregar motivo de alta',
    ])
    expect(await count(mx, 'vehicle')).toBe(2)
  })
  test('without its columns, or without rows', async () => {
    const rows = async function* (): AsyncGenerator<SheetRow> { yield { row: 3, cells: ['Placa', 'algo'] } } // biome-ignore format: one row
    const result = await importVehicles(fresh.db, mx, rows(), { thisYear: 2026, file: 'flotilla.xlsx' })
    expect('errors' in result && result.errors.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '3 VIN',
      '3 Estado',
      '3 Motivo de alta',
    ])
    expect(await load(mx)).toMatchObject({
      errors: [{ row: 0, message: 'La hoja no tiene vehículos debajo de los encabezados.' }],
    })
  })
  test('cut in the middle', async () => {
    const broken = async function* (): AsyncGenerator<SheetRow> {
      for await (const row of sheet(...Array.from({ length: 900 }, (_, i) => vehicle(100 + i)))) yield row
      throw new WorkbookError('roto')
    }
    await expect(importVehicles(fresh.db, mx, broken(), { thisYear: 2026, file: 'flotilla.xlsx' })).rejects.toThrow(
      'roto',
    )
    expect(await count(mx, 'vehicle')).toBe(2)
    expect(await load(mx, vehicle(99))).toMatchObject({ imported: 1 })
  })
  test('two at once: one wins, the other hears why', async () => {
    const results = await Promise.all([load(mx, vehicle(50)), load(mx, vehicle(50))])
    expect(results.map(({ imported }) => imported).toSorted()).toEqual([1, null])
  })
})

test('every column of the template reaches the database', async () => {
  const columns = vehicleColumns('MX', 2026)
  const filled = columns.map(
    ({ field, example, heading }) =>
      example || (field === 'observations' || field === 'supplementaryData' ? heading : heading.slice(0, 40)),
  )
  const rows = async function* (): AsyncGenerator<SheetRow> {
    yield { row: 1, cells: columns.map(({ heading }) => heading.toUpperCase()) }
    yield { row: 2, cells: filled }
  }
  const third = await company('tres')
  expect(await importVehicles(fresh.db, third, rows(), { thisYear: 2026, file: 'flotilla.xlsx' })).toMatchObject({
    imported: 1,
    warningCount: 0,
  })
  const row = await ask(third, (tx) => tx.selectFrom('vehicle').selectAll().executeTakeFirstOrThrow())
  const nothing = Object.entries(row)
    .filter(([, value]) => value === null)
    .map(([name]) => name)
  expect(nothing).toEqual(['replaced_by', 'debt_total', 'processed_at', 'replacing', 'historic_group'])
})
