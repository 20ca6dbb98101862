// The rule of the pause: what starts it, what it costs, what ends it and what does not.
import { describe, expect, it } from 'vitest'
import { afterQuestion, isPausedFor, type Pause, type Question } from './pause.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const NEXT_HOUR = new Date('2026-11-23T12:00:01Z')
const NOTHING: Pause = { creditOutSince: null, drift: {}, probeAt: null }
const question = (outcome: Question['outcome'], more: Partial<Question> = {}): Question => ({
  connectorKey: 'mx-uno',
  parserVersion: 1,
  outcome,
  claimedAt: NOW,
  isProbe: false,
  ...more,
})
const after = (pause: Pause, isPriced: boolean, ...questions: Question[]): Pause =>
  questions.reduce((next, question) => afterQuestion(next, question, isPriced, NOW), pause)
/** Hours until the next query. */
const hours = ({ probeAt }: Pause) => ((probeAt?.getTime() ?? 0) - NOW.getTime()) / 3_600_000
const isPaused = ({ drift }: Pause, version = 1) => isPausedFor(drift['mx-uno'], version)
const drifted = question('shape-drift')
const good = question('ok')

describe('no credit', () => {
  const out = after(NOTHING, false, question('no-credit'), question('no-credit'), question('no-credit'))

  it('waits an hour for each query that met it; a probe adds none', () => {
    expect(out).toMatchObject({ creditOutSince: NOW })
    expect(hours(out)).toBe(3)
    expect(hours(after(out, false, question('no-credit', { isProbe: true })))).toBe(3)
  })

  it.each(['ok', 'partial', 'not-applicable'] as const)('ends with %s of a query sent afterwards', (outcome) => {
    expect(after(out, false, question(outcome, { claimedAt: NEXT_HOUR })).creditOutSince).toBeNull()
    // Sent while there was credit, and answered after another query was rejected for lack of credit.
    expect(after(out, false, question(outcome)).creditOutSince).toEqual(NOW)
  })

  it.each([
    'timeout',
    'http-error',
    'captcha',
    'bad-credentials',
    'rate-limited',
    'needs-input',
    'shape-drift',
  ] as const)('does not end with %s', (outcome) =>
    expect(after(out, false, question(outcome, { claimedAt: NEXT_HOUR })).creditOutSince).toEqual(NOW),
  )

  it('ends with an accepted query, and not with the later answer to an older one', () => {
    expect(after(out, false, question('ok', { evidenceOf: 'credit', claimedAt: NEXT_HOUR })).creditOutSince).toBeNull()
    expect(
      after(out, false, question('ok', { evidenceOf: 'understanding', claimedAt: NEXT_HOUR })).creditOutSince,
    ).toEqual(NOW)
  })
})

describe('unreadable answers', () => {
  const five = Array<Question>(5).fill(drifted)

  it('start a pause after five in a row, if a query has a price', () => {
    expect(isPaused(after(NOTHING, true, ...five.slice(1)))).toBe(false)
    expect(after(NOTHING, false, ...five)).toEqual(NOTHING)
    const paused = after(NOTHING, true, ...five)
    expect([isPaused(paused), hours(paused)]).toEqual([true, 5])
    expect(hours(after(paused, true, drifted))).toBe(6)
    expect(after(paused, true, good, good)).toEqual(paused)
  })

  it('start a pause if more than half of the last twenty are unreadable', () => {
    const mixed = [...'--+--+--+--+--+--+--'].map((mark) => (mark === '+' ? good : drifted))
    expect(isPaused(after(NOTHING, true, ...mixed.slice(0, -1)))).toBe(false)
    expect(isPaused(after(NOTHING, true, ...mixed))).toBe(true)
  })

  it('are forgotten after twenty understood ones', () => {
    expect(after(NOTHING, true, drifted, ...Array<Question>(20).fill(good))).toEqual(NOTHING)
  })

  it('pause no newer parser that understands, and still pause the older one', () => {
    const paused = after(NOTHING, true, ...five)
    expect([isPaused(paused, 1), isPaused(paused, 2)]).toEqual([true, false])
    const ended = after(paused, true, question('ok', { parserVersion: 2 }))
    expect(ended.drift['mx-uno']).toMatchObject({ since: null, version: 2 })
    expect(isPaused(ended, 1)).toBe(true)
    expect(after(ended, true, drifted, good)).toEqual(ended)
  })

  it('are counted anew for a newer parser', () => {
    const paused = after(NOTHING, true, ...five)
    const newer = five.map((question) => ({ ...question, parserVersion: 2 }))
    expect(isPaused(after(paused, true, ...newer.slice(1)), 2)).toBe(false)
    expect(isPaused(after(paused, true, ...newer), 2)).toBe(true)
  })
})
