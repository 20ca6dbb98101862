// Texts kept in the process: made once, anew for what is newer, and never more of them than there is room for.
import { expect, it } from 'vitest'
import { keepTexts } from './text-cache.ts'

it('makes a text once, and anew for what is newer', async () => {
  const kept = keepTexts()
  let made = 0
  const make = async () => `texto ${++made}`
  expect([
    await kept('a', '1', make),
    await kept('a', '1', make),
    await kept('b', '1', make),
    await kept('a', '2', make),
  ]).toEqual(['texto 1', 'texto 1', 'texto 2', 'texto 3'])
})

it('forgets the oldest where there is no room, and remakes them', async () => {
  const kept = keepTexts(25)
  let made = 0
  const make = async () => `diez letras${made++}`.slice(0, 10)
  for (const name of ['a', 'b', 'c', 'c', 'b']) await kept(name, '1', make)
  expect(made).toBe(3)
  await kept('a', '1', make)
  expect(made).toBe(4)
  await kept('grande', '1', async () => 'x'.repeat(100))
  expect(await kept('grande', '1', async () => 'otro')).toBe('otro')
})
