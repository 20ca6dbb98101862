// Reads the keys of sealed credentials: from PADRON_SECRET, otherwise from a file in the data directory, which is
// created at first use. The file gets its name when it is complete, so that two processes that start at once read the
// same one.
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type Secrets, secretsOf } from './sealing.ts'

const NAME = 'secret.key'

const make = async (dataDir: string, path: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true })
  const part = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(part, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('base64')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await link(part, path)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    .finally(() => unlink(part))
}

const read = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** @throws Error with a message for the operator if the file contains no key */
export const readSecrets = async ({
  secrets,
  dataDir,
}: {
  secrets: readonly string[] | undefined
  dataDir: string
}): Promise<Secrets> => {
  if (secrets) return secretsOf(secrets)
  const path = join(dataDir, NAME)
  if ((await read(path)) === undefined) await make(dataDir, path)
  const keys = ((await read(path)) ?? '').split(/[\s,]+/).filter(Boolean)
  try {
    return secretsOf(keys)
  } catch {
    throw new Error(
      `El archivo ${path} no tiene claves de 32 bytes en base64. Repóngalo de su copia o defina PADRON_SECRET.`,
    )
  }
}
