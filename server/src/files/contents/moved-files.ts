// Files of an installation that moved to another store: new files go to the new store, old files are read from the
// former one until they are removed.
import type { FileStore } from './file-store.ts'

export const movedFiles = (store: FileStore, former: FileStore): FileStore => ({
  write: store.write,
  read: async (path) => (await store.read(path)) ?? former.read(path),
  remove: async (path) => {
    await store.remove(path)
    await former.remove(path)
  },
  olderThan: async (time) => [...new Set([...(await store.olderThan(time)), ...(await former.olderThan(time))])],
  removeParts: async (before) => {
    await store.removeParts(before)
    await former.removeParts(before)
  },
  removeOlder: async (than) => {
    await store.removeOlder(than)
    await former.removeOlder(than)
  },
})
