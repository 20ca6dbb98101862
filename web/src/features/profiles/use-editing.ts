// The change of one profile: what is being changed, on top of which version. A version that arrives meanwhile is
// shown at once where nothing of one's own would be lost or where it is one's own save, and else offered. A change
// outlives a closed tab and an ended session together with what it began from, so that it can still be laid over a
// newer version.
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
    /** It comes from an earlier sitting. */
    recovered: recovered && dirty,
    /** There is a newer version than the one the change began on. */
    outdated,
    /** What somebody else changed in it. */
    theirs: outdated ? changesBetween(groups, origin.base, newest.base) : [],
    /** On which the change began. */
    version: origin.version,
    change: (patch: Partial<Draft>): void => setDraft({ ...draft, ...patch }),
    /** The draft was saved: the version that comes next is one's own. */
    saved: (): void => {
      setSent(draft)
      setRecovered(false)
    },
    /** Back to the profile: with nothing of one's own left, a newer version is taken at once. */
    reset: (): void => {
      setDraft(origin.base)
      setRecovered(false)
    },
    /** Goes on with one's own change, on top of the newest version. */
    rebase: (): void => {
      restart(mergeDrafts(groups, origin.base, draft, newest.base))
      setRecovered(false)
    },
  }
}
export type Editing = ReturnType<typeof useEditing>
