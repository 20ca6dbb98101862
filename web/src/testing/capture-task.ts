// A check that waits for a person, for the tests of screens.
import type { CaptureTask } from '@padron/contract/captures'

export const task = (changes: Partial<CaptureTask> = {}): CaptureTask => ({
  vehicleAssetId: 7,
  plate: 'FAP123Z',
  vin: '3N1BT9E74TU000002',
  taxIdentifier: null,
  stateName: 'Coahuila',
  resourceId: 31,
  resourceName: 'Multas · Coahuila',
  resourceTypeId: 1,
  portal: 'Portal vehicular de Coahuila',
  portalUrl: 'https://portal.example/multas',
  inputs: ['Placa', 'RFC'],
  status: 13,
  reason: 'La fuente pide una verificación humana',
  since: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  lastGood: '2026-11-01T12:00:00Z',
  freshness: null,
  lastAttempt: null,
  assignedTo: null,
  ...changes,
})
