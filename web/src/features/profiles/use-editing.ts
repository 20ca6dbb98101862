// The change of one profile: what is being changed, on top of which version. A version that arrives meanwhile is shown at
// once where nothing of one's own would be lost or where it is one's own save, and else offered.
import type { Profile, RoleGroup } from '@padron/contract/profiles'
import { useEffect, useState } from 'react'
import { useUser } from '../../session/user-context.ts'
import { keepDraft, keptDraft } from './kept-draft.ts'
import { type Change, changesBetween, type Draft, draftOf, isSame, mergeDrafts } from './levels.ts'

export type Editing = {
  draft: Draft
  dirty: boolean
  /** What was found from an earlier sitting. */
  recovered: boolean
  /** There is a newer version than the one the change began on. */
  outdated: boolean
  /** What somebody else changed in it. */
  theirs: readonly Change[]
  version: number
  change: (patch: Partial<Draft>) => void
  /** The draft was saved: the version that comes next is one's own. */
  saved: () => void
  /** Back to the profile as it is now. */
  reset: () => void
  /** Go on with one's own change, on top of the newest version. */
  rebase: () => void
}

type Base = { version: number; values: Draft }
const baseOf = (profile: Profile): Base => ({ version: profile.preset.version, values: draftOf(profile) })

export const useEditing = (profile: Profile, groups: readonly RoleGroup[], readOnly: boolean): Editing => {
  const { userId } = useUser()
  const { presetId } = profile.preset
  const [kept] = useState(() => (readOnly ? undefined : keptDraft(userId, presetId)))
  const [base, setBase] = useState<Base>(() => (kept ? { version: kept.version, values: kept.base } : baseOf(profile)))
  const [draft, setDraft] = useState(() => kept?.draft ?? base.values)
  const [recovered, setRecovered] = useState(kept !== undefined)
  const [sent, setSent] = useState<Draft>()
  const newest = draftOf(profile)
  const dirty = !readOnly && !isSame(groups, draft, base.values)
  const newer = profile.preset.version !== base.version

  const take = (values: Draft): void => {
    setBase(baseOf(profile))
    setDraft(values)
    setSent(undefined)
  }
  if (newer) {
    if (sent) take(mergeDrafts(groups, sent, draft, newest))
    else if (!dirty || isSame(groups, draft, newest)) take(newest)
  }
  useEffect(() => {
    const origin = { presetId, version: base.version, base: base.values }
    if (!readOnly) keepDraft(userId, origin, dirty ? draft : undefined)
  }, [userId, presetId, base, readOnly, dirty, draft])

  const outdated = newer && dirty && !sent
  return {
    draft,
    dirty,
    recovered: recovered && dirty,
    outdated,
    theirs: outdated ? changesBetween(groups, base.values, newest) : [],
    version: base.version,
    change: (patch) => setDraft({ ...draft, ...patch }),
    saved: () => {
      setSent(draft)
      setRecovered(false)
    },
    // With nothing of one's own left, a newer version is taken at once.
    reset: () => {
      setDraft(base.values)
      setRecovered(false)
    },
    rebase: () => {
      take(mergeDrafts(groups, base.values, draft, newest))
      setRecovered(false)
    },
  }
}
