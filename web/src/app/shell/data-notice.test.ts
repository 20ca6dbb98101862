import { expect, test } from 'vitest'
import { dataNotice } from './data-notice.ts'

test('a demo company reads that its data are invented; any other, that portals are simulated, if any is', () => {
  expect(dataNotice({ demo: true }, true)?.label).toBe('Datos de demostración')
  expect(dataNotice({ demo: true }, false)?.label).toBe('Datos de demostración')
  expect(dataNotice({ demo: false }, true)?.label).toBe('Portales simulados')
  expect(dataNotice({ demo: false }, false)).toBeUndefined()
})
