// The draft of one profile and the version that it began from. A newer version replaces it if no change would be lost
// or if it is the user's own save; otherwise it is offered. The draft survives a closed tab and an ended session
// together with its base, so that it can still be merged with a newer version.
import type { Profile, RoleGroup } from '@padron/contract/profiles'
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { changesBetween, Draft, draftOf, isSame, mergeDrafts } from './levels.ts'

const StoredDraft = z.object({ version: z.int(), base: Draft, draft: Draft })

export const useEditing = (profile: Profile, groups: readonly RoleGroup[], readOnly: boolean) => {
  const { userId } = useUser()
  const { presetId, version } = profile.preset
  const newest = { version, base: draftOf(profile) }
  const { found, keep } = useDraft(userId, `profile-draft-${presetId}`, (stored) =>
    readOnly ? undefined : z.safeParse(StoredDraft, stored).data,
  )
  const [origin, setOrigin] = useState(() => (found ? { version: found.version, base: found.base } : newest))
  const [draft, setDraft] = useState(found?.draft ?? origin.base)
  const [recovered, setRecovered] = useState(found !== undefined)
  const [sent, setSent] = useState<Draft>()
  const dirty = !readOnly && !isSame(groups, draft, origin.base)
  const isNewer = version !== origin.version

  const restart = (values: Draft): void => {
    setOrigin(newest)
    setDraft(values)
    setSent(undefined)
  }
  if (isNewer) {
    if (sent) restart(mergeDrafts(groups, sent, draft, newest.base))
    else if (!dirty || isSame(groups, draft, newest.base)) restart(newest.base)
  }
  useEffect(() => {
    if (!readOnly) keep(dirty ? { ...origin, draft } : undefined)
  }, [keep, readOnly, dirty, origin, draft])

  const outdated = isNewer && dirty && !sent
  return {
    draft,
    dirty,
    /** Whether it was recovered from an earlier session. */
    recovered: recovered && dirty,
    /** Whether a newer version exists than the one that the draft began from. */
    outdated,
    /** What another user changed. */
    theirs: outdated ? changesBetween(groups, origin.base, newest.base) : [],
    /** The version that the draft began from. */
    version: origin.version,
    change: (patch: Partial<Draft>): void => setDraft({ ...draft, ...patch }),
    /** Called after a save: the next version is the user's own. */
    saved: (): void => {
      setSent(draft)
      setRecovered(false)
    },
    /** Discards the draft, and loads a newer version at once. */
    reset: (): void => {
      setDraft(origin.base)
      setRecovered(false)
    },
    /** Continues the draft on top of the newest version. */
    rebase: (): void => {
      restart(mergeDrafts(groups, origin.base, draft, newest.base))
      setRecovered(false)
    },
  }
}
export type Editing = ReturnType<typeof useEditing>
