// The files of a ZIP as text, for tests that read what was written.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'

/** @param from the file's path, or its bytes */
export const unzip = async (from: string | Buffer): Promise<Map<string, string>> => {
  const bytes = typeof from === 'string' ? await readFile(from) : from
  const files = new Map<string, string>()
  await new Promise<void>((done, fail) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return fail(error)
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (problem, stream) => {
          if (problem) return fail(problem)
          files.set(entry.fileName, await text(stream))
          zip.readEntry()
        }),
      )
      zip.on('end', done).on('error', fail)
      zip.readEntry()
    }),
  )
  return files
}
