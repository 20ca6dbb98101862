// What was being changed outlives a closed tab and an ended session: it is remembered until it is saved or given up.
import { z } from 'zod/mini'
import { forget, recall, remember } from '../../lib/memory.ts'
import type { Draft } from './levels.ts'

const NAME = 'profile-draft'
const Kept = z.object({
  presetId: z.int(),
  version: z.int(),
  draft: z.object({ name: z.string(), levels: z.record(z.string(), z.int()) }),
})

/** Which profile, as it was when the change began; 0 and 0 for a new one. */
export type Origin = { presetId: number; version: number }
export const NEW_PROFILE: Origin = { presetId: 0, version: 0 }

const nameOf = ({ presetId }: Origin): string => `${NAME}-${presetId}`

export const keptDraft = (userId: string, origin: Origin): Draft | undefined => {
  const kept = z.safeParse(Kept, recall(userId, nameOf(origin)))
  const same = kept.success && kept.data.presetId === origin.presetId && kept.data.version === origin.version
  return same ? kept.data.draft : undefined
}

/** @param draft undefined forgets it */
export const keepDraft = (userId: string, origin: Origin, draft: Draft | undefined): void =>
  draft ? remember(userId, nameOf(origin), { ...origin, draft }) : forget(userId, nameOf(origin))
