// The embedded database writes its log to a file beside its directory. A pipe would close with the process that started
// the database, and the process that uses the database after a kill could not read the log.
import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'

export const LOG_MOST_BYTES = 8_000_000
const READ_BYTES = 65_536
const EVERY_MS = 100

/** All databases of the folder share one log: during an upgrade there are two. */
export const logFileOf = (data: string): string => join(dirname(data), 'pg.log')

/** Opens the log for appending. */
export const openLog = (file: string): number => openSync(file, 'a+', 0o600)

/**
 * Reads new lines, and truncates the file when it exceeds its maximum size, after a copy to `<file>.1`. A line that is
 * written between the copy and the truncation is lost.
 * @returns a function that reads the rest and stops
 */
export const followLog = (file: string, onLine: (line: string) => void = () => undefined): (() => void) => {
  const log = openLog(file)
  const decoder = new StringDecoder('utf8')
  const buffer = Buffer.alloc(READ_BYTES)
  let position = fstatSync(log).size
  let unfinished = ''
  const read = (): void => {
    if (fstatSync(log).size < position) position = 0 // another program truncated it
    for (;;) {
      const bytes = readSync(log, buffer, 0, READ_BYTES, position)
      if (bytes === 0) return
      position += bytes
      const lines = (unfinished + decoder.write(buffer.subarray(0, bytes))).split('\n')
      unfinished = lines.pop() ?? ''
      for (const line of lines) if (line) onLine(line)
    }
  }
  const empty = (): void => {
    try {
      copyFileSync(file, `${file}.1`)
    } catch {
      // The disk may be full: then the truncation is even more important.
    }
    ftruncateSync(log)
    position = 0
  }
  /**
   * A failure to read the log must not stop the product: it is retried at the next poll (a full disk, a missing file).
   */
  const look = (): void => {
    try {
      read()
      if (position > LOG_MOST_BYTES) empty()
    } catch {
      // Not logged: the log itself has failed.
    }
  }
  const timer = setInterval(look, EVERY_MS).unref()
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    look()
    try {
      if (unfinished) onLine(unfinished)
    } catch {
      // As above.
    }
    closeSync(log)
  }
}
