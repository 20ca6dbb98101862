// What the log contains of an error: its type and place, and none of the values in its text.
import { expect, test } from 'vitest'
import { maskText, redactError } from './error-redaction.ts'

test.each([
  ['invalid input syntax for type integer: "XAXX010101000"', 'invalid input syntax for type integer: …'],
  ['value "a"b" is wrong, says "Ana Pérez"', 'value …'],
  ['550 5.1.1 <ana@norte.mx>: no such user', '… … … no such user'],
  ['plate NLA100A of 5512345678', 'plate … of …'],
  [`Unexpected token 'A', "Ana Pérez"... is not valid JSON`, 'Unexpected token …... is not valid JSON'],
  ['said “Ana” and «Pérez» twice', 'said … twice'],
  ['an open "Ana Pérez', 'an open …'],
  ["it doesn't matter", "it doesn't matter"],
  ['x is not a function', 'x is not a function'],
])('redacts the values in «%s»', (message, masks) => {
  expect(maskText(message)).toBe(masks)
})

test('names of PostgreSQL’s objects are logged, its detail and its statement are not', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "vehicle_plate_active"'), {
    code: '23505',
    severity: 'ERROR',
    table: 'vehicle',
    constraint: 'vehicle_plate_active',
    detail: 'Key (plate)=(NLA100A) already exists.',
    where: 'COPY vehicle, line 3: "NLA100A"',
    internalQuery: `select 'NLA100A'`,
  })
  const described = redactError(error)
  expect(described).toMatchObject({
    type: 'Error',
    code: '23505',
    table: 'vehicle',
    constraint: 'vehicle_plate_active',
  })
  expect(JSON.stringify(described)).not.toContain('NLA100A')
  expect(described.at?.[0]).toContain('error-redaction.test.ts')
})

test('causes are logged, texts of many lines give no place, and a thrown value gives only its type', () => {
  const described = redactError(
    new Error('outer', { cause: new TypeError('Ana\n    at "NLA100A" (ana@norte.mx:1:2)') }),
  )
  expect(described.cause?.type).toBe('TypeError')
  expect(JSON.stringify(described)).not.toMatch(/NLA100A|norte\.mx/)
  expect(redactError('NLA100A')).toEqual({ type: 'string' })
})
