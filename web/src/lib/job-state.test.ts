// The texts of a job.
import type { QueueItem } from '@padron/contract/queue'
import { expect, test } from 'vitest'
import { countText, isUnfinished, jobStateOf, remainingText } from './job-state.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const item = (more: Partial<QueueItem>): QueueItem =>
  ({
    processing: false,
    cancelled: false,
    successDateTime: null,
    errorDateTime: null,
    estimatedFinishedDateTime: null,
    ...more,
  }) as QueueItem
const remaining = (minutes: number) =>
  remainingText(item({ estimatedFinishedDateTime: new Date(now + minutes * 60_000).toISOString() }), now)

test('minutes remaining: one within 90 seconds, then the rounded number, nothing without an estimate', () => {
  expect([-5, 0, 1, 1.5].map(remaining)).toEqual(Array(4).fill('Falta 1 minuto'))
  expect([1.6, 7.4, 60].map(remaining)).toEqual(['Faltan 2 minutos', 'Faltan 7 minutos', 'Faltan 60 minutos'])
  expect(remainingText(item({}), now)).toBe('')
})

test('the state of a job', () => {
  const at = '2026-11-21T11:00:00Z'
  const all = [
    item({}),
    item({ processing: true }),
    item({ successDateTime: at }),
    item({ errorDateTime: at }),
    item({ errorDateTime: at, cancelled: true }),
  ]
  expect(all.map(jobStateOf)).toEqual(['waiting', 'running', 'done', 'failed', 'cancelled'])
  expect(all.map(isUnfinished)).toEqual([true, true, false, false, false])
  expect([countText(1), countText(2)]).toEqual(['1 trabajo en curso', '2 trabajos en curso'])
})
