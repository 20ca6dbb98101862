// The files of a ZIP, for tests that read what was written.
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'

export const unzipBytes = (bytes: Buffer): Promise<Map<string, Buffer>> =>
  new Promise((done, fail) => {
    const files = new Map<string, Buffer>()
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return fail(error)
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (problem, stream) => {
          if (problem) return fail(problem)
          files.set(entry.fileName, await buffer(stream))
          zip.readEntry()
        }),
      )
      zip.on('end', () => done(files)).on('error', fail)
      zip.readEntry()
    })
  })

/** The same as text. @param from the file's path, or its bytes */
export const unzip = async (from: string | Buffer): Promise<Map<string, string>> => {
  const files = await unzipBytes(typeof from === 'string' ? await readFile(from) : from)
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]))
}
