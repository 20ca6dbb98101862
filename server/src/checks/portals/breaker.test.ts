import { describe, expect, it } from 'vitest'
import { after, type Breaker, CLOSED } from './breaker.ts'

const START = new Date('2026-03-10T12:00:00Z')
const afterStart = (seconds: number) => new Date(START.getTime() + seconds * 1000)
/** Answers (+) and failures (-), one a second. */
const played = (marks: string, from: Breaker = CLOSED): Breaker =>
  [...marks].reduce((state, mark, index) => after(state, mark === '+', afterStart(index)), from)

describe('the breaker', () => {
  it('opens at the fifth consecutive failure, and stores since when the source fails', () => {
    expect(played('----')).toMatchObject({ failures: 4, openSeconds: 0, openUntil: null })
    expect(played('+-----')).toMatchObject({
      openSeconds: 120,
      failingSince: afterStart(1),
      openUntil: afterStart(5 + 120),
    })
  })

  it('opens if more than half of the last twenty failed, even without five in a row', () => {
    expect(played('--+--+--+--+--+--+-').openSeconds).toBe(0) // nineteen are too few
    expect(played('--+--+--+--+--+--+--').openSeconds).toBe(120)
    expect(played('-+'.repeat(30)).openSeconds).toBe(0) // half is not more than half
  })

  it('doubles its time up to half an hour while its probe fails, and closes on an answer', () => {
    let state = played('-----')
    const waits = []
    for (let probe = 0; probe < 6; probe++) {
      state = after(state, false, state.openUntil ?? START)
      waits.push(state.openSeconds)
    }
    expect(waits).toEqual([240, 480, 960, 1800, 1800, 1800])
    expect(after(state, true, afterStart(9_999))).toEqual(CLOSED)
  })

  it('counts late failures of checks that started before it opened, without opening again', () => {
    const open = played('-----')
    expect(after(open, false, afterStart(10))).toMatchObject({ openSeconds: 120, openUntil: open.openUntil })
  })
})
