import { afterEach, expect, test } from 'vitest'
import { inLight } from './picture.ts'

const { dataset } = document.documentElement
const theme = () => dataset.theme
afterEach(() => {
  delete dataset.theme
})

test('the page has the light theme during the callback and its own theme afterwards, also after an error', () => {
  expect([inLight(theme), theme()]).toEqual(['light', undefined])
  dataset.theme = 'dark'
  expect([inLight(theme), theme()]).toEqual(['light', 'dark'])
  const fail = (): never => {
    throw new Error('not drawn')
  }
  expect(() => inLight(fail)).toThrow('not drawn')
  expect(theme()).toBe('dark')
})
