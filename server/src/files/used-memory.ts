// The pieces of a large file are done with as soon as they are written, but the collector hears of that only when some seventy
// megabytes of them have gathered. Asked now and then it takes a millisecond, and a large file costs eight megabytes instead.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'minor' }) => void

let collect: Collect | undefined
/** V8's own, which Node shows to those who ask for it. @returns what does nothing where there is none */
const found = (): Collect => {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return typeof gc === 'function' ? (gc as Collect) : () => undefined
}

/** Gives the memory of young objects back that nobody uses any more. */
export const giveBack = (): void => {
  collect ??= found()
  collect({ type: 'minor' })
}
