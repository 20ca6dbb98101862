// The corrections of one file, stored for as long as this tab is open (a reload loses nothing), and having the file checked
// again with them. Storage may be forbidden or full: then they live as long as the page.
import { CORRECTIONS_AT_MOST, type Import, imports } from '@padron/contract/imports'
import { useCallback, useState } from 'react'
import { z } from 'zod/mini'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { numberText } from '../../lib/number-text.ts'
import { useUser } from '../../session/user-context.ts'
import { Corrections, countOfChanges, listed, NONE, withoutSent } from './corrections.ts'
import { useKeepImport } from './use-import.ts'

const read = (key: string): Corrections => {
  try {
    return z.parse(Corrections, JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return NONE
  }
}
const write = (key: string, now: Corrections): void => {
  try {
    if (countOfChanges(now) > 0) sessionStorage.setItem(key, JSON.stringify(now))
    else sessionStorage.removeItem(key)
  } catch {
    // See above.
  }
}

/**
 * For one file; another one is mounted anew (`key`).
 * @param onChecked gets the file once it is what the screen shows
 */
export const useCorrections = (importId: string, onChecked: (file: Import) => void) => {
  const key = `padron.${useUser().userId}.import-${importId}`
  const [now, setNow] = useState(() => read(key))
  const change = useCallback(
    (make: (now: Corrections) => Corrections): void =>
      setNow((before) => {
        const after = make(before)
        write(key, after)
        return after
      }),
    [key],
  )
  /** What is being checked: what is changed meanwhile stays. */
  const [sent, setSent] = useState(NONE)
  const keep = useKeepImport()
  const { mutate, isPending, error } = useAction(imports.recheck, {
    told: isRefusal,
    worked: ({ message, import: file }) => {
      keep(file)
      setSent(NONE)
      change((before) => withoutSent(before, sent))
      notify(file.state === 'refused' ? 'warning' : 'done', message)
      onChecked(file)
    },
  })
  const recheck = (omitRefused = false): void => {
    if (isPending) return
    const { omit, include } = now
    const corrections = listed(now)
    if (Math.max(corrections.length, omit.length, include.length) > CORRECTIONS_AT_MOST) {
      const most = numberText(CORRECTIONS_AT_MOST)
      notify('warning', `Se revisan hasta ${most} cambios a la vez: revise de nuevo antes de seguir.`)
      return
    }
    setSent(now)
    mutate(
      { params: { importId }, body: { corrections, omit, include, omitRefused } },
      { onError: () => setSent(NONE) },
    )
  }
  return { now, change, clear: () => change(() => NONE), sent, recheck, busy: isPending, error: refusalText(error) }
}
export type CorrectionsState = ReturnType<typeof useCorrections>
