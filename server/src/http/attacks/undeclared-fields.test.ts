import { describe, expect, it } from 'vitest'
import {
  GUARDED,
  NAMES,
  NO_ROWS,
  places,
  setUpAttacks,
  showing,
  someCalls,
  WITH_BODY,
} from '../../testing/attacks/attacks.ts'
import { type Json, put } from '../../testing/attacks/openapi.ts'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { someCases } from '../../testing/drill.ts'

const attacks = setUpAttacks()

describe('the API description', () => {
  it('has calls that require a token, with bodies and ids to attack', () => {
    expect(GUARDED.length).toBeGreaterThan(20)
    expect(WITH_BODY.length).toBeGreaterThan(10)
  })

  it('has no wide integer in a body that is missing in NAMES and NO_ROWS', async () => {
    for (const operation of WITH_BODY) {
      const { body } = await attacks.written(operation)
      const wide = places(operation, body).filter(
        ({ schema }) => schema.type === 'integer' && schema.maximum === Number.MAX_SAFE_INTEGER,
      )
      const unknown = wide.map(({ name }) => name).filter((name) => !(name in NAMES) && !NO_ROWS.includes(name))
      expect(unknown, `${operation.name}: put them in NAMES or NO_ROWS`).toEqual([])
    }
  })
})

/**
 * Calls that are rejected although their data is valid: this server sends no emails, the file is neither a ZIP nor a
 * photo, and a random mapping gives a column two meanings.
 */
const REFUSED_LATE: Readonly<Record<string, number>> = {
  // No second factor is being set up, or active, but for a passkey of another address.
  'account.addPasskey': 409,
  'account.provePasskey': 409,
  'account.confirmFactor': 422,
  'account.replaceRecoveryCodes': 422,
  'account.removeFactor': 422,
  'users.removeFactor': 409,
  'queue.resend': 409,
  'captureBatches.proofs': 422,
  'companySignIn.attempt': 409, // without an identity provider
  'users.sendLink': 409, // without a mail server
  'imports.map': 422,
  'catalogue.platesInPhoto': 415,
}

describe.each(someCalls(GUARDED, 1))('$name with valid data', (operation) => {
  it('succeeds, so that later rejections are due to the attack', async () => {
    const valid = await attacks.right(operation)
    const { status, body } = await attacks.send(operation, valid, valid.body)
    expect(status, showing(body)).toBe(REFUSED_LATE[operation.name] ?? 200)
  })
})

const EXTRAS = [
  'parentId',
  'tenantId',
  'tenant_id',
  'accountId',
  'userId2',
  'roles2',
  'passwordHash',
  'password_hash',
  'isMain',
  'active',
  'constructor',
  'toString',
  '__proto__',
]

describe.each(someCalls(WITH_BODY, 1))('$name with an undeclared field', (operation) => {
  it('is rejected with the name of the field, wherever in the body it is', async () => {
    const valid = await attacks.written(operation)
    const objects = places(operation, valid.body).filter(({ schema }) => schema.type === 'object')
    for (const [n, { at, value }] of objects.entries()) {
      for (const field of someCases(EXTRAS, 4, n)) {
        // Written as text, because in JavaScript `__proto__` would not be a field.
        const marked = JSON.stringify(put(valid.body, at, { ...(value as Record<string, Json>), '§': 1 }))
        const answer = await attacks.send(operation, valid, marked.replace('"§"', `"${field}"`))
        const label = `${operation.name} ${at.join('.')}.${field}`
        expectRefused(answer, [400], label)
        // The parser refuses `__proto__` before anybody can read its name.
        if (field !== '__proto__')
          expect(showing((answer.body as { errors: unknown }).errors), label).toContain(
            `"${field}"`.replaceAll('"', ''),
          )
      }
    }
  })

  it('is rejected with a constructor that would change the prototype', async () => {
    const valid = await attacks.written(operation)
    if (typeof valid.body === 'number') return // no object to pollute
    const text = JSON.stringify(valid.body).replace(/^\{/, '{"constructor":{"prototype":{"admin":true}},')
    expectRefused(await attacks.send(operation, valid, text), [400], operation.name)
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })
})
