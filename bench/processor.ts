// Reads processor times from /proc, in seconds: of a process with its ended children, and of the database with its
// connections.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICKS_PER_SECOND = 100

/** Of a process and its ended children; 0 if it has ended. */
const cpuOf = (pid: number): number => {
  const fields = textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process ended during the read
  }
}

type Process = { pid: number; parent: number; command: string }
const processes = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid: Number(pid),
      parent: Number(textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1]),
      command: textOf(`/proc/${pid}/cmdline`),
    }))
const sum = (wanted: (each: Process) => boolean): number =>
  processes()
    .filter(wanted)
    .reduce((total, { pid }) => total + cpuOf(pid), 0)

/** The embedded database of a data folder. Closed connections count through their parent. */
export const databaseCpu = (dataDir: string): number => {
  const main = Number(textOf(join(dataDir, 'pg/postmaster.pid')).split('\n')[0])
  return sum(({ pid, parent }) => pid === main || parent === main)
}

/** The children of this process, found by a part of their command. */
export const childrenCpu = (command: string): number =>
  sum((each) => each.parent === process.pid && each.command.includes(command))

export type Used = { server: number; database: number }
/** @param pid the server's process; undefined: this one */
export const usedSince = (dataDir: string, pid = process.pid): (() => Used) => {
  const at = () => ({ server: pid === process.pid ? own() : cpuOf(pid), database: databaseCpu(dataDir) })
  const from = at()
  return () => {
    const to = at()
    return { server: to.server - from.server, database: to.database - from.database }
  }
}
/** In microseconds, which /proc does not provide. */
const own = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
