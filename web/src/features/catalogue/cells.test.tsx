// A vehicle's debt in the list: a dash only if machines answered everything, and beside it what only a person can look
// up.
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { vehicle } from '../../testing/vehicle.ts'
import { DebtCell } from './cells.tsx'

afterEach(cleanup)
const CLEAR = { ticketStatus: 1, tenenciaStatus: 3, refrendoStatus: 17, ticketsCDMXStatus: 1, miscStatus: -1 }
const TYPES = [1, 0, 8, 9]
const freshness = TYPES.map((resourceTypeId) => ({ resourceTypeId, state: 'current' as const, at: null }))

const cell = (total: number | null, sources: readonly number[]) => {
  const row = vehicle({
    vehicleAsset: { ...CLEAR, freshness: total === null ? [] : freshness, debt: { total, withoutAmount: 0 } },
  })
  const { container } = render(
    <DebtCell row={row} context={{ country: 'MX', sources: new Map([[row.state.stateId, sources]]) }} />,
  )
  const debt = container.querySelector('.debt')
  return [...(debt?.children ?? [])].map(({ textContent }) => textContent)
}

test('a known sum mentions the types that wait for a person', () => {
  expect(cell(0, TYPES)).toEqual(['sin dato'])
  expect(cell(0, [...TYPES, 6])).toEqual(['sin dato'])
  expect(cell(null, [])).toEqual(['sin dato'])
})
