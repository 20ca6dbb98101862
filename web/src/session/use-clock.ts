// The current instant and the company's time zone, for texts about time.
import { useNow } from '../api/use-now.ts'
import type { Clock } from '../lib/clock.ts'
import { useUser } from './user-context.ts'

export const useClock = (): Clock => {
  const { zone } = useUser()
  return { now: useNow(), zone }
}
