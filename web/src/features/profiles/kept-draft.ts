// What was being changed outlives a closed tab and an ended session: it is remembered until it is saved or given up, with
// what it was changed from, so that it can still be laid over a newer version.
import { z } from 'zod/mini'
import { forget, recall, remember } from '../../lib/memory.ts'
import type { Draft } from './levels.ts'

const NAME = 'profile-draft'
export const Values = z.object({ name: z.string(), levels: z.record(z.string(), z.int()) })
const Kept = z.object({ presetId: z.int(), version: z.int(), base: Values, draft: Values })

/** Which profile, and as it was when the change began. */
export type Origin = { presetId: number; version: number; base: Draft }
export type KeptDraft = Origin & { draft: Draft }
/** The name of the draft of a new one. */
export const NEW_PROFILE = `${NAME}-new`

const nameOf = (presetId: number): string => `${NAME}-${presetId}`

export const keptDraft = (userId: string, presetId: number): KeptDraft | undefined => {
  const kept = z.safeParse(Kept, recall(userId, nameOf(presetId)))
  return kept.success && kept.data.presetId === presetId ? kept.data : undefined
}

/** @param draft undefined forgets it */
export const keepDraft = (userId: string, origin: Origin, draft: Draft | undefined): void =>
  draft ? remember(userId, nameOf(origin.presetId), { ...origin, draft }) : forget(userId, nameOf(origin.presetId))
