// Every call with numbers beyond every limit, and with invalid ids in its path.
import { VehicleRow } from '@padron/contract/catalogue/rows'
import { describe, expect, it } from 'vitest'
import {
  attackName,
  GUARDED,
  isFilter,
  places,
  setUpAttacks,
  someCalls,
  WITH_BODY,
} from '../../testing/attacks/attacks.ts'
import { allows, type Json, type Operation, put, requestOf, takesNumbers } from '../../testing/attacks/openapi.ts'
import { expectNoFault, expectRefused } from '../../testing/attacks/refusal.ts'
import { someCases } from '../../testing/drill.ts'

const attacks = setUpAttacks()

const NUMBERS: readonly Json[] = [
  -1,
  0,
  1.5,
  1e9,
  1e15,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  '1',
  '',
  null,
  [],
  [[1]],
  {},
  true,
]

/** Texts that are not numbers in JSON, or not numbers that the API accepts. */
const NO_NUMBERS = ['NaN', 'Infinity', '1e999', '99999999999999999999', '0x1', '01', '-0']

/** In a filter null means absent, except beside the vehicle's id: a listed vehicle can be sent back as a filter. */
const isLeftOut = ({ name }: Operation, [field, group = '']: readonly (string | number)[], value: Json): boolean =>
  value === null && field === 'vehicleClass' && group in VehicleRow.shape && !name.startsWith('vehicles.')

describe.each(someCalls(WITH_BODY, 2))('$name with a number beyond its limits', (operation) => {
  it('is accepted or rejected as the API description says', async () => {
    const valid = await attacks.right(operation)
    for (const [n, place] of places(operation, valid.body).filter(takesNumbers).entries()) {
      for (const value of someCases(NUMBERS, isFilter(operation, place) ? 1 : 3, n)) {
        const answer = await attacks.send(operation, valid, JSON.stringify(put(valid.body, place.at, value)))
        const label = attackName(operation, place, value)
        expectNoFault(answer, label)
        if (allows(place.schema, value)) expect(answer.status, label).not.toBe(400)
        else if (!isLeftOut(operation, place.at, value)) expectRefused(answer, [400], label)
      }
      const raw = JSON.stringify(put(valid.body, place.at, '§'))
      for (const text of someCases(NO_NUMBERS, isFilter(operation, place) && n % 4 ? 0 : 1, n)) {
        const answer = await attacks.send(operation, valid, raw.replace('"§"', text))
        const label = `${operation.name} ${place.at.join('.')} = ${text}`
        if (text === '-0' && allows(place.schema, 0)) expectNoFault(answer, label)
        else expectRefused(answer, [400], label)
      }
    }
  })
})

describe.each(
  someCalls(
    GUARDED.filter(({ parameters }) => parameters.length > 0),
    2,
  ),
)('$name with an invalid id in its path', (operation) => {
  const IDS = [
    '0',
    '-1',
    '1.0',
    '01',
    '1e3',
    '99999999999999999999',
    '9007199254740993',
    'NaN',
    '1%00',
    '%27',
    '1;drop',
    '%F0%9F%91%8D',
    '..%2F1',
    'x'.repeat(300),
    '%zz',
    '%C0%AF',
  ]
  it('is rejected', async () => {
    const valid = await attacks.written(operation)
    for (const id of someCases(IDS, 5, GUARDED.indexOf(operation))) {
      const ids = Object.fromEntries(operation.parameters.map((name) => [name, id]))
      const answer = await attacks.server.ask(
        attacks.main,
        requestOf(operation, ids, operation.body ? valid.body : undefined),
      )
      expectRefused(answer, [400, 404, 414], `${operation.name} ${id}`)
    }
  })
})
