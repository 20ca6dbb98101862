// Results, email attachments and evidence in an S3 store, so that every process can open them:
// <prefix><results|letters|evidence>/<year>/<month>/<id>. A file is first written to this machine's disk, because a
// store requires its size and hash before its first byte.
import { rm } from 'node:fs/promises'
import { keepTouched, type SpoolRoom, spoolPath } from '../spool.ts'
import { writtenBy } from './disk-writing.ts'
import { asStorePath, type FileStore, isStorePath, storePath } from './file-store.ts'
import { getS3, putFile, removeS3, s3Names } from './s3-objects.ts'
import type { S3Place } from './s3-request.ts'
import { asReadTrouble, asStoreTrouble } from './store-trouble.ts'

type Options = {
  /** Its prefix contains only files of this kind. */
  place: S3Place
  /** Folder in which files are written first; files of killed processes are swept there. */
  room: Pick<SpoolRoom, 'folder'>
  /** Whether this installation may remove unknown files: checked before files are listed by age. */
  isOurs: () => Promise<boolean>
}

export const s3FileStore = ({ place, room, isOurs }: Options): FileStore => {
  const keyOf = (path: string): string => place.prefix + asStorePath(path)
  const write: FileStore['write'] = async (id, at, fill) => {
    const path = storePath(id, at)
    const spooled = await spoolPath(room)
    const untouched = keepTouched(spooled)
    try {
      const digest = await writtenBy(fill, spooled)
      await putFile(place, keyOf(path), { path: spooled, ...digest }).catch((error: unknown) => {
        throw asStoreTrouble(error)
      })
      return { path, ...digest }
    } finally {
      untouched()
      await rm(spooled, { force: true })
    }
  }
  const olderThan: FileStore['olderThan'] = async (time) => {
    if (!(await isOurs())) return []
    const found: string[] = []
    for await (const { name, at } of s3Names(place)) if (isStorePath(name) && at < time) found.push(name)
    return found
  }
  const remove = (path: string) => removeS3(place, keyOf(path))
  return {
    write,
    read: async (path) => {
      const answer = await getS3(place, keyOf(path)).catch((error: unknown) => {
        throw asReadTrouble(error)
      })
      return answer?.body
    },
    remove,
    olderThan,
    removeParts: async () => undefined, // objects are written atomically
    removeOlder: async (than) => {
      for (const path of await olderThan(than)) await remove(path)
    },
  }
}
