// Stored data can be read only with their own keys, and only unchanged.
import { expect, test } from 'vitest'
import { newKeys, opened, sealed } from './encryption.ts'
import { isTooOld } from './stored-answers.ts'

const KEY = 'catalogue.list {"plate":"ABC1234"}'
const CONTENT = { vehicles: [{ plate: 'ABC1234' }] }
const AT = 1_700_000_000_000

test('sealed data can be opened again, and are unreadable before', async () => {
  const keys = await newKeys()
  const one = await sealed(keys, KEY, CONTENT, AT)
  expect(await opened(keys, one)).toEqual([KEY, CONTENT])
  expect(new TextDecoder('latin1').decode(one.bytes) + JSON.stringify(one)).not.toContain('ABC1234')
})

test('the same name gives the same id, and never the same bytes', async () => {
  const keys = await newKeys()
  const [first, second] = [await sealed(keys, KEY, CONTENT, AT), await sealed(keys, KEY, CONTENT, AT)]
  expect(second.id).toBe(first.id)
  expect(new Uint8Array(second.bytes)).not.toEqual(new Uint8Array(first.bytes))
  expect((await sealed(await newKeys(), KEY, CONTENT, AT)).id).not.toBe(first.id)
})

test('other keys, another time, another name or changed bytes cannot be opened', async () => {
  const keys = await newKeys()
  const one = await sealed(keys, KEY, CONTENT, AT)
  const other = await sealed(keys, 'other', CONTENT, AT)
  const changed = new Uint8Array(one.bytes.slice(0))
  changed[3] = (changed[3] ?? 0) ^ 1
  expect(await opened(await newKeys(), one)).toBeUndefined()
  expect(await opened(keys, { ...one, at: AT + 1 })).toBeUndefined()
  expect(await opened(keys, { ...one, id: other.id })).toBeUndefined()
  expect(await opened(keys, { ...one, bytes: changed.buffer })).toBeUndefined()
})

test('the keys cannot be exported from the browser', async () => {
  const keys = await newKeys()
  for (const key of [keys.seal, keys.name]) await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

test('answers older than a day, or of the future, are too old', () => {
  const hour = 3_600_000
  expect(isTooOld(AT, AT + 24 * hour)).toBe(false)
  expect(isTooOld(AT, AT + 24 * hour + 1)).toBe(true)
  expect(isTooOld(AT + 1, AT)).toBe(true)
})
