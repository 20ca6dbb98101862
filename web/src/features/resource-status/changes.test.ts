import type { Change } from '@padron/contract/resource-status'
import { expect, test } from 'vitest'
import { changeSign, detailOf, resourceChangeTitle } from './Changes.tsx'

const change = (changes: Partial<Change>): Change => ({
  eventId: '0197f5f0-0000-7000-8000-000000000001',
  dateTime: '2026-11-01T12:00:00Z',
  kind: 'new',
  resourceId: 31,
  resourceName: 'Multas',
  resourceTypeId: 1,
  first: false,
  folio: null,
  description: null,
  before: null,
  after: null,
  statusBefore: null,
  statusAfter: null,
  ...changes,
})

test.each([
  [{ kind: 'new', after: 100 }, 'debt', 'Adeudo nuevo', '$100.00 MXN'],
  [{ kind: 'new', after: null, first: true }, 'debt', 'Adeudo en la primera respuesta', 'sin importe'],
  [{ kind: 'grew', before: 100, after: 150 }, 'debt', 'Adeudo que creció', '$100.00 MXN → $150.00 MXN'],
  [{ kind: 'paid', before: 100 }, 'clear', 'Adeudo pagado', '$100.00 MXN'],
  // No user marked it as paid.
  [{ kind: 'vanished', before: 100 }, 'unknown', 'Adeudo que ya no aparece', '$100.00 MXN'],
  [{ kind: 'status', statusBefore: 1, statusAfter: 0 }, 'debt', 'Cambio de estado', 'Sin multas → Con multas'],
  [
    { kind: 'status', statusBefore: -1, statusAfter: 5, first: true },
    'clear',
    'Primera respuesta',
    'Sin reporte de robo',
  ],
] as const)('%o', (changes, sign, title, detail) => {
  const one = change(changes)
  expect([changeSign(one), resourceChangeTitle(one), detailOf(one, 'MX')]).toEqual([sign, title, detail])
})
