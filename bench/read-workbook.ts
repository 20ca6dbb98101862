// The process in which `hostile.ts` has one workbook read: it tells the time to the answer and how far its memory grew.
import { existsSync, readFileSync } from 'node:fs'
import { readXlsx } from '@padron/server/files/xlsx/read/reader'
import { WorkbookError } from '@padron/server/files/xlsx/read/workbook-error'

/** `growth` in MB is the process's highest mark less what it had with the file in memory: the worker thread counts. */
export type Read = { ms: number; growth: number; rows: number; refused: string }

const MB = 1_048_576

/** The process's highest mark. Not that of `resourceUsage`, which on Linux begins with the memory of who started it. */
const peak = (): number => {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1]
  return (kilobytes ? Number(kilobytes) : process.resourceUsage().maxRSS) * 1024
}

const read = async (path: string): Promise<Read> => {
  const bytes = readFileSync(path)
  const before = process.memoryUsage.rss()
  const started = performance.now()
  let rows = 0
  let refused = ''
  try {
    for await (const _ of readXlsx(bytes, undefined, true)) rows++
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error
    refused = error.message
  }
  const ms = performance.now() - started
  return { ms, growth: (peak() - before) / MB, rows, refused }
}

process.send?.(await read(process.argv[2] ?? ''))
