// How much a test tries that has more than `npm test` has time for: there some of it, in the drills all. The drills
// have every file that imports this one (vitest.config.ts); `test.runIf(isDrill)` is for them alone.
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    isDrill: boolean
  }
}

export const isDrill = inject('isDrill')

/**
 * All cases in the drills, `count` of them in `npm test`: spread over the list, and others at each place.
 * @param place where in the test they are tried, such as the number of a call
 */
export const someCases = <T>(cases: readonly T[], count: number, place: number): readonly T[] =>
  isDrill || cases.length <= count
    ? cases
    : Array.from({ length: count }, (_, n) => Math.floor((n * cases.length) / count) + place).flatMap((at) =>
        cases.slice(at % cases.length, (at % cases.length) + 1),
      )
