// Credentials of the database: rotation of their keys without loss, and the error of a worker that cannot open one.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSealed, seal, secretsOf } from '../../secrets/sealing.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'
import { credentialOpener, sealPlain } from './credentials.ts'

const key = () => randomBytes(32).toString('base64')

it('the error of a worker names the portal whose credential it cannot open', () => {
  expect(() => credentialOpener(secretsOf([key()]))('nubarium', seal(secretsOf([key()]), 'nubarium', 'x'))).toThrow(
    /portal nubarium .*PADRON_SECRET/,
  )
})

describe('credentials of the database', () => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase()
  })
  afterAll(() => fresh.drop())
  const stored = async () => {
    const { rows } = await fresh.db.system.query(
      'select portal_key, credential from portal where credential is not null order by 1',
    )
    return new Map<string, string>(rows.map(({ portal_key, credential }) => [portal_key, credential]))
  }

  it('are sealed at the start and again with a newer key; one that no key opens stays and is reported', async () => {
    const [old, young] = [key(), key()]
    await fresh.db.system.query(
      `update portal set credential = portal_key || ':secreto' where portal_key in ('nubarium', 'placapi')`,
    )
    await fresh.db.system.query(`update portal set credential = $1 where portal_key = 'apitude'`, [
      seal(secretsOf([key()]), 'apitude', 'x'),
    ])
    await fresh.db.system.query(`update portal set credential = '' where portal_key = 'datos-gov-co'`)
    expect(await sealPlain(fresh.db, secretsOf([old]))).toEqual(['apitude'])
    const first = await stored()
    expect([...first.values()].join()).not.toContain('secreto')
    expect(await sealPlain(fresh.db, secretsOf([young, old]))).toEqual(['apitude'])
    const second = await stored()
    expect(openSealed(secretsOf([young]), 'placapi', second.get('placapi') ?? '')).toBe('placapi:secreto')
    expect(second.get('apitude')).toBe(first.get('apitude'))
    expect(second.get('datos-gov-co')).toBe('')
    await sealPlain(fresh.db, secretsOf([young]))
    expect(await stored()).toEqual(second)
  })
})
