import { expect, test } from 'vitest'
import { groupByOwner } from './ViewsPanel.tsx'

test('own views and those of other users are separate, sorted by name', () => {
  const one = (name: string, mine: boolean) => ({ name, mine })
  const { own, shared } = groupByOwner([one('zeta', true), one('Árbol', false), one('álamo', true), one('b', false)])
  expect(own.map(({ name }) => name)).toEqual(['álamo', 'zeta'])
  expect(shared.map(({ name }) => name)).toEqual(['Árbol', 'b'])
})
