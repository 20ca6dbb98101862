// Which ends of rules are reported, by each country's own day.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '../db/client.ts'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { parsePack } from './pack-faults.ts'
import { readRuleEnds } from './rule-ends.ts'
import { loadPack } from './store-packs.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const endsAt = async (time: string) => {
  const ends = await asSystem(fresh.db, (tx) => readRuleEnds(tx, new Date(time), 60))
  return new Map(ends.map(({ ruleKey, daysLeft }) => [ruleKey, daysLeft]))
}

it('counts the days of the rule’s country', async () => {
  // The year has ended in Bogotá, and lasts for half an hour in Mexico City.
  const ends = await endsAt('2027-01-01T05:30:00Z')
  expect([ends.get('UVT'), ends.get('verificacion-azul')]).toEqual([-1, 0])
  const later = await endsAt('2027-01-01T06:30:00Z')
  expect([later.get('UVT'), later.get('verificacion-azul')]).toEqual([-1, -1])
})

it('omits rules that end for good and rules that another one continues, of every kind', async () => {
  const common = {
    country: 'MX',
    title: 'Prueba',
    types: [1],
    text: 'Prueba.',
    source: { document: 'Prueba', date: '2026-11-28' },
  }
  const parsed = parsePack({
    version: '2026-11-28',
    title: 'Prueba',
    payments: [
      { ...common, key: 'pago', kind: 'blocks', validTo: '2026-12-31' },
      { ...common, key: 'pago-unico', kind: 'blocks', validTo: '2026-12-31', once: true },
    ],
    appeals: [
      { ...common, key: 'plazo', days: 10, validTo: '2026-12-31' },
      { ...common, key: 'plazo-2027', days: 10, follows: 'plazo', validFrom: '2027-01-01' },
      { ...common, key: 'plazo-unico', days: 10, validTo: '2026-12-31', once: true },
    ],
  })
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults))
  await asSystem(fresh.db, (tx) => loadPack(tx, { pack: parsed.pack, sha256: 'x', by: 'Ana', reason: undefined }))
  const ends = await endsAt('2027-01-02T18:00:00Z')
  const of = ['pago', 'pago-unico', 'plazo', 'plazo-unico', 'refrendo-cdmx-subsidio'].map((key) => ends.get(key))
  expect(of).toEqual([-2, undefined, undefined, undefined, undefined])
})
