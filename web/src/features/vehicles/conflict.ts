// Two people edited the same vehicle: what each changed, laid over the newest version. Pure. What only one of them
// touched is taken from that one; what both changed, and differently, is for the user to choose.
import { FIELDS, type Setting, same, type ValueField, type VehicleValues } from './vehicle-values.ts'

type Value = VehicleValues[ValueField]
/** A field that both changed: as it was read, as the other left it, and as it was typed here. */
export type Conflict = { field: ValueField; read: Value; theirs: Value; mine: Value }
/** A field that only the other changed: it is taken over. */
type Adopted = Omit<Conflict, 'mine'>
export type Merge = { values: VehicleValues; conflicts: readonly Conflict[]; adopted: readonly Adopted[] }

/** The tags the other left, with what was added here and without what was taken off here. */
const mergeTags = (read: readonly number[], theirs: readonly number[], mine: readonly number[]): readonly number[] => [
  ...theirs.filter((tag) => mine.includes(tag) || !read.includes(tag)),
  ...mine.filter((tag) => !read.includes(tag) && !theirs.includes(tag)),
]

/**
 * Lays what was typed over the newest version. Where both changed a field the typed value stands until it is chosen
 * otherwise; tags are never in conflict, each one's additions and removals hold.
 */
export const merge = (read: VehicleValues, theirs: VehicleValues, mine: VehicleValues, setting: Setting): Merge => {
  const conflicts: Conflict[] = []
  const adopted: Adopted[] = []
  const values: Record<string, Value> = {}
  for (const field of FIELDS) {
    const versions = { read: read[field], theirs: theirs[field], mine: mine[field] }
    const is = (a: Value, b: Value): boolean => same(field, a, b, setting)
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
