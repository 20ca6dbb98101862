// The files of a ZIP as text, for tests that read what was written.

import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'

export const unzip = async (path: string): Promise<Map<string, string>> => {
  const bytes = await readFile(path)
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
