// Cached texts: made once, again for a newer version, and never beyond the cache's size.
import { expect, it } from 'vitest'
import { createTextCache } from './text-cache.ts'

it('creates a text once, and again for a newer version', async () => {
  const cachedText = createTextCache()
  let made = 0
  const make = async () => `texto ${++made}`
  expect([
    await cachedText('a', '1', make),
    await cachedText('a', '1', make),
    await cachedText('b', '1', make),
    await cachedText('a', '2', make),
  ]).toEqual(['texto 1', 'texto 1', 'texto 2', 'texto 3'])
})

it('evicts the oldest text when full, and never stores one larger than the cache', async () => {
  const cachedText = createTextCache(25)
  let made = 0
  const make = async () => `diez letras${made++}`.slice(0, 10)
  for (const name of ['a', 'b', 'c', 'c', 'b']) await cachedText(name, '1', make)
  expect(made).toBe(3)
  await cachedText('a', '1', make)
  expect(made).toBe(4)
  await cachedText('grande', '1', async () => 'x'.repeat(100))
  expect(await cachedText('grande', '1', async () => 'otro')).toBe('otro')
})
