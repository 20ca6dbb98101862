// Two users edited one vehicle: applies the typed changes to the newest version. Pure. A field that only one of them
// changed takes that value; a field that both changed differently is a conflict, which the user resolves.
import { FIELDS, isSameValue, type Setting, type ValueField, type VehicleValues } from './vehicle-values.ts'

type Value = VehicleValues[ValueField]
/** A field that both changed: as it was read, as the other user saved it, and as it was typed here. */
export type Conflict = { field: ValueField; read: Value; theirs: Value; mine: Value }
/** A field that only the other user changed: its value is taken over. */
type Adopted = Omit<Conflict, 'mine'>
export type Merge = { values: VehicleValues; conflicts: readonly Conflict[]; adopted: readonly Adopted[] }

/** The other user's tags, plus the tags added here, minus the tags removed here. */
const mergeTags = (read: readonly number[], theirs: readonly number[], mine: readonly number[]): readonly number[] => [
  ...theirs.filter((tag) => mine.includes(tag) || !read.includes(tag)),
  ...mine.filter((tag) => !read.includes(tag) && !theirs.includes(tag)),
]

/**
 * Applies what was typed to the newest version. In a conflict the typed value stays until the user chooses; tags are
 * never in conflict: the additions and removals of both users apply.
 */
export const merge = (read: VehicleValues, theirs: VehicleValues, mine: VehicleValues, setting: Setting): Merge => {
  const conflicts: Conflict[] = []
  const adopted: Adopted[] = []
  const values: Record<string, Value> = {}
  for (const field of FIELDS) {
    const versions = { read: read[field], theirs: theirs[field], mine: mine[field] }
    const is = (a: Value, b: Value): boolean => isSameValue(field, a, b, setting)
    const theyChanged = !is(versions.read, versions.theirs)
    const iChanged = !is(versions.read, versions.mine)
    const agree = is(versions.theirs, versions.mine)
    if (field === 'tags') values[field] = mergeTags(read.tags, theirs.tags, mine.tags)
    else values[field] = (iChanged || !theyChanged) && !agree ? versions.mine : versions.theirs
    if (!theyChanged || agree) continue
    if (iChanged && field !== 'tags') conflicts.push({ field, ...versions })
    else adopted.push({ field, read: versions.read, theirs: versions.theirs })
  }
  return { values: values as VehicleValues, conflicts, adopted }
}
