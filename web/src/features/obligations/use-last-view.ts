// The last view (by week or by month) and the last grouping of a month, remembered in the browser.
import { GROUPINGS, type Grouping } from '@padron/contract/obligations'
import { useState } from 'react'
import { recall, remember } from '../../lib/memory.ts'
import { useUser } from '../../session/user-context.ts'
import { VIEWS, type View } from './search.ts'

const NAME = 'obligations'
type LastView = { view: View; groupBy: Grouping }

const read = (userId: string): LastView => {
  const { view, groupBy } = (recall(userId, NAME) ?? {}) as Partial<Record<keyof LastView, unknown>>
  return {
    view: VIEWS.find((one) => one === view) ?? 'week',
    groupBy: GROUPINGS.find((one) => one === groupBy) ?? 'kind',
  }
}

export const useLastView = () => {
  const { userId } = useUser()
  const [last, setLast] = useState(() => read(userId))
  return {
    ...last,
    remember: (changes: Partial<LastView>): void => {
      const next = { ...last, ...changes }
      setLast(next)
      remember(userId, NAME, next)
    },
  }
}
