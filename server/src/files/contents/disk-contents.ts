// Contents on this machine's disk: <folder>/<company>/<two digits of the hash>/<hash>. They are written under a
// temporary name, flushed to the disk, then renamed.
import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type ContentStore, contentKey, OWNER_NAME, readKey } from './content-store.ts'
import { flushed } from './disk-writing.ts'

const PART = '.part'
const TENANT = /^[1-9]\d{0,15}$/
const HASH = /^[\da-f]{64}$/

/** Flushes created folders too, so that a loss of power loses neither them nor their files. */
const makeFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flushed(dirname(made))
}

/** A hard link costs nothing; on another device it is a copy. */
const secondName = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_EXCL))

const namesIn = async function* (folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => undefined)
  for await (const { name } of entries ?? []) yield name
}

const missing = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}

/** Of two concurrent claims the first to write wins. */
const ownerOf = async (root: string, claim: string): Promise<string> => {
  const path = join(root, OWNER_NAME)
  const owner = await readFile(path, 'utf8').catch(missing)
  if (owner !== undefined) return owner.trim()
  const part = `${path}.${randomUUID()}${PART}`
  await makeFolder(root)
  try {
    await writeFile(part, claim, { mode: 0o600, flush: true })
    await link(part, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await flushed(root)
  } finally {
    await rm(part, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

/** @param folder created with the first content or claim */
export const diskContents = (folder: string): ContentStore => {
  const root = resolve(folder)
  const full = (key: string): string => {
    const { tenantId, sha256 } = readKey(key)
    return join(root, String(tenantId), sha256.slice(0, 2), sha256)
  }
  const put: ContentStore['put'] = async (key, file) => {
    const final = full(key)
    const part = `${final}.${randomUUID()}${PART}`
    await makeFolder(dirname(final))
    try {
      await secondName(file.path, part)
      await flushed(part)
      await rename(part, final)
      await flushed(dirname(final))
    } finally {
      await rm(part, { force: true }) // still exists if both names were links to the same file
    }
  }
  return {
    put,
    read: async (key, range) => {
      const opened = await open(full(key), 'r').catch(missing)
      return opened?.createReadStream(range)
    },
    look: async (key) => {
      const file = await stat(full(key)).catch(missing)
      return file && { size: file.size, at: file.mtime }
    },
    remove: (key) => rm(full(key), { force: true }),
    owner: (claim) => ownerOf(root, claim),
    olderThan: (time) => older(root, time),
  }
}

/** Also removes unfinished files, which no process will complete. */
async function* older(root: string, time: Date): AsyncGenerator<string> {
  for await (const tenant of namesIn(root)) {
    if (!TENANT.test(tenant)) continue
    for await (const digits of namesIn(join(root, tenant)))
      for await (const name of namesIn(join(root, tenant, digits))) {
        const path = join(root, tenant, digits, name)
        const file = await stat(path).catch(() => undefined)
        if (!file?.isFile() || file.mtime >= time) continue
        if (HASH.test(name)) yield contentKey(Number(tenant), name)
        else if (name.endsWith(PART)) await rm(path, { force: true })
      }
  }
}
