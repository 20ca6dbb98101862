// The change of one profile: what is being changed, on top of which version. A version that arrives meanwhile is shown at
// once where nothing of one's own would be lost, and else offered.
import type { Profile, RoleGroup } from '@padron/contract/profiles'
import { useEffect, useState } from 'react'
import { useUser } from '../../session/user-context.ts'
import { keepDraft, keptDraft } from './kept-draft.ts'
import { type Draft, draftOf, isSame } from './levels.ts'

export type Editing = {
  draft: Draft
  dirty: boolean
  /** What was found from an earlier sitting. */
  recovered: boolean
  /** There is a newer version than the one the change began on. */
  outdated: boolean
  version: number
  change: (patch: Partial<Draft>) => void
  /** Back to the profile as it is now. */
  reset: () => void
  /** Go on with one's own change, on top of the newest version. */
  rebase: () => void
}

const originOf = ({ preset: { presetId, version } }: Profile) => ({ presetId, version })

export const useEditing = (profile: Profile, groups: readonly RoleGroup[], readOnly: boolean): Editing => {
  const { userId } = useUser()
  const [base, setBase] = useState(profile)
  const [kept] = useState(() => (readOnly ? undefined : keptDraft(userId, originOf(profile))))
  const [draft, setDraft] = useState(() => kept ?? draftOf(profile))
  const [recovered, setRecovered] = useState(kept !== undefined)
  const dirty = !readOnly && !isSame(groups, draft, draftOf(base))
  const newer = profile.preset.version !== base.preset.version

  if (newer && (!dirty || isSame(groups, draft, draftOf(profile)))) {
    setBase(profile)
    setDraft(draftOf(profile))
  }
  const origin = base.preset
  useEffect(() => {
    if (!readOnly) keepDraft(userId, originOf({ preset: origin } as Profile), dirty ? draft : undefined)
  }, [userId, origin, readOnly, dirty, draft])

  return {
    draft,
    dirty,
    recovered: recovered && dirty,
    outdated: newer && dirty,
    version: base.preset.version,
    change: (patch) => setDraft({ ...draft, ...patch }),
    // With nothing of one's own left, a newer version is taken at once.
    reset: () => {
      setDraft(draftOf(base))
      setRecovered(false)
    },
    rebase: () => setBase(profile),
  }
}
