import { expect, test } from 'vitest'
import { dataNotice } from './data-notice.ts'

test('a company of the demo reads that its data are; any other, that portals are simulated, where one is', () => {
  expect(dataNotice({ demo: true }, true)?.label).toBe('Datos de demostración')
  expect(dataNotice({ demo: true }, false)?.label).toBe('Datos de demostración')
  expect(dataNotice({ demo: false }, true)?.label).toBe('Portales simulados')
  expect(dataNotice({ demo: false }, false)).toBeUndefined()
})
