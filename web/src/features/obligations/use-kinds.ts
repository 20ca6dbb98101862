// The kinds that the address chooses, and how one is added or taken: a second choice made before the first is in the address
// of this screen goes on from it.

import type { ObligationKind } from '@padron/contract/obligation-kinds'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { z } from 'zod/mini'
import { parseSearch } from '../../lib/search-params.ts'
import { kindsOf, kindsText } from './kind-words.ts'
import { type ChangeObligations, ObligationsSearch } from './search.ts'

export const useKinds = (all: readonly ObligationKind[], search: ObligationsSearch, change: ChangeObligations) => {
  const { history } = useRouter()
  const seen = (text: string | undefined) => kindsOf(text).filter((kind) => all.includes(kind))
  const toggle = (kind: ObligationKind): void => {
    const now = seen(z.parse(ObligationsSearch, parseSearch(history.location.search)).kinds)
    change({ kinds: kindsText(now.includes(kind) ? now.filter((one) => one !== kind) : [...now, kind], all) })
  }
  const clear = useCallback(() => change({ kinds: undefined }), [change])
  return { chosen: seen(search.kinds), toggle, clear }
}
