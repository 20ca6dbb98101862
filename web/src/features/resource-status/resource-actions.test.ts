import { expect, test } from 'vitest'
import { scrapedResource } from '../../testing/resource.ts'
import { againOf, allAgain, wantsPerson } from './ResourceActions.tsx'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const TOMORROW = '2026-11-22T12:00:00Z'
const free = scrapedResource()
const unavailable = scrapedResource({ availableAt: TOMORROW })
const queued = scrapedResource({ queued: true, availableAt: TOMORROW })
const manual = scrapedResource({}, { service: 'manual', automatic: false })
const listedResource = scrapedResource(
  { status: { statusId: 13, descriptionSpanish: '' } },
  { service: 'none', automatic: false },
)

test('one source: now, later, already queued, or only by a person', () => {
  expect([free, unavailable, queued, manual].map((one) => againOf(one, NOW))).toEqual([
    'now',
    'later',
    'queued',
    'person',
  ])
  expect(againOf(scrapedResource({ availableAt: '2026-11-21T11:00:00Z' }), NOW)).toBe('now')
})

test('a person may capture if no machine queries, if the source requires it, or if a person captured last', () => {
  const captcha = { outcome: 'captcha', text: '', remark: null, dateTime: TOMORROW, durationMs: 1 }
  const captured = scrapedResource({ capture: { who: 'ana', dateTime: TOMORROW } })
  expect([free, manual, listedResource, captured, scrapedResource({ lastAttempt: captcha })].map(wantsPerson)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})

test('all sources: now if any can be queried, else queued, else when the first one can be', () => {
  const soon = scrapedResource({ availableAt: '2026-11-21T15:00:00Z' })
  expect(allAgain([unavailable, free], NOW).again).toBe('now')
  expect(allAgain([unavailable, manual], NOW).again).toBe('later')
  expect(allAgain([unavailable, queued], NOW).again).toBe('queued')
  expect(allAgain([unavailable, soon, listedResource], NOW)).toEqual({ again: 'later', at: '2026-11-21T15:00:00Z' })
  expect(allAgain([listedResource, manual], NOW).again).toBe('person')
})
