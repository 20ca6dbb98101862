// Values of units for tests: those that the product ships, and a pack with the UMA of 2027.
import { readFileSync } from 'node:fs'
import { asSystem } from '../../db/client.ts'
import { mergePacks } from '../../rules/merge-packs.ts'
import { Pack } from '../../rules/pack.ts'
import { loadPack } from '../../rules/store-packs.ts'
import type { TestServer } from '../../testing/server.ts'
import type { UnitValue } from '../store/unit-amounts.ts'

const shipped = Pack.parse(JSON.parse(readFileSync(new URL('../../rules/shipped-pack.json', import.meta.url), 'utf8')))

export const SHIPPED_VALUES: readonly UnitValue[] = mergePacks([shipped]).units

/** Loads a pack with the UMA from February 2027. */
export const loadUma2027 = ({ db }: TestServer, version: string, value: number): Promise<string[]> => {
  const pack = Pack.parse({
    version,
    title: 'UMA de 2027',
    units: [
      {
        unit: 'UMA',
        country: 'MX',
        source: { document: 'Diario Oficial de la Federación', date: '2027-01-10' },
        values: [{ from: '2027-02-01', to: '2028-01-31', value }],
      },
    ],
  })
  return asSystem(db, (tx) => loadPack(tx, { pack, sha256: 'x'.repeat(64), by: 'Ana', reason: undefined }))
}
