// The metrics for a monitoring system: of this process (counters.ts, pools.ts) and of the installation (figures.ts,
// read by worker processes only). Labels name portals, connectors, routes and kinds: never a company, a person or an
// address.
import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import { PROCESS_REGISTRY } from './counters.ts'
import { type FigureReader, READERS } from './figures.ts'
import { type Figure, GAUGES, type GaugeName } from './gauges.ts'

export type Metrics = {
  /** Must be called for each stored check. */
  checkEnded: (ended: { outcome: string; connector: { portal: string }; startedAt: Date; endedAt: Date }) => void
  /**
   * All figures in the text format, and its content type; the process's own figures also while the database does not
   * answer.
   */
  read: () => Promise<{ type: string; text: string }>
}

type Options = {
  /**
   * Maximum age of the installation's figures: reading them takes some tenths of a second with a million due checks.
   */
  cacheMs?: number
  /** Whether to read the installation's figures: only worker processes do. */
  whole?: boolean
  /** The process's data directory. */
  dataDir?: string
  about?: { role: string; version: string }
}

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160]
const CACHE_MS = 15_000
/** A monitoring system times out after ten seconds: it gets what is ready before that. */
const TIMEOUT_MS = 4_000

/** Removes a gauge without a value: an unlabelled one would show 0, which is a value. */
const empty = (name: GaugeName, gauge: Gauge | undefined): void => {
  gauge?.reset()
  if (GAUGES[name][1] === '') gauge?.remove()
}

type Gauges = ReadonlyMap<GaugeName, Gauge>
const NAMES = Object.keys(GAUGES) as GaugeName[]
const gaugesIn = (registry: Registry): Gauges =>
  new Map(
    NAMES.map((name) => {
      const [help, labels] = GAUGES[name]
      return [name, new Gauge({ name, help, labelNames: labels.split(' ').filter(Boolean), registers: [registry] })]
    }),
  )

/** Runs all readers; one that fails loses only its own figures. */
const readAll = async (db: Db, readers: readonly FigureReader[]): Promise<{ figures: Figure[]; whole: boolean }> => {
  const reads = await Promise.allSettled(readers.map((read) => read(db)))
  const figures = reads.flatMap((read) => (read.status === 'fulfilled' ? read.value : []))
  return { figures, whole: reads.every(({ status }) => status === 'fulfilled') }
}

const installation = (
  db: Db,
  readers: readonly FigureReader[],
  registry: Registry,
  cacheMs: number,
): (() => Promise<void>) => {
  const gauges = gaugesIn(registry)
  const up = new Gauge({
    name: 'padron_figures_up',
    help: '1 where all figures of the installation could be read',
    registers: [registry],
  })
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const age = () => (performance.now() - readAt) / 1000
  new Gauge({
    name: 'padron_figures_age_seconds',
    help: 'How old the figures of the installation are',
    registers: [registry],
    collect() {
      if (Number.isFinite(readAt)) this.set(age())
    },
  })
  const fill = async () => {
    const { figures, whole } = await readAll(db, readers)
    for (const name of NAMES) empty(name, gauges.get(name))
    for (const { name, labels = {}, value } of figures) gauges.get(name)?.set(labels, value)
    up.set(whole ? 1 : 0)
    readAt = performance.now()
  }
  return async () => {
    if (performance.now() - readAt < cacheMs) return
    reading ??= fill().finally(() => {
      reading = undefined
    })
    const over = new AbortController()
    await Promise.race([reading, pause(TIMEOUT_MS, undefined, { signal: over.signal }).catch(() => undefined)])
    over.abort()
  }
}

const registerDiskGauges = (registry: Registry, dataDir: string): void => {
  const sizes = [
    ['padron_disk_free_bytes', 'Free on the disk of PADRON_DATA_DIR', 'bavail'],
    ['padron_disk_bytes', 'Size of the disk of PADRON_DATA_DIR', 'blocks'],
  ] as const
  for (const [name, help, of] of sizes)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const disk = await statfs(dataDir).catch(() => undefined)
        if (disk) this.set(disk[of] * disk.bsize)
      },
    })
}

/** Adds the series of emails under their former names, for dashboards and alerts of the previous release. */
const withFormerNames = (text: string): string => {
  const emails = text.split('\n').filter((line) => line.includes('padron_emails_'))
  return `${text}\n${emails.join('\n').replaceAll('padron_emails_', 'padron_letters_')}\n`
}

/** @param sourceFigures the gauges of the portals, passed in because kits do not import checks */
export const makeMetrics = (
  db: Db,
  sourceFigures: FigureReader,
  { cacheMs = CACHE_MS, whole = true, dataDir, about }: Options = {},
): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const checks = new Counter({
    name: 'padron_checks_total',
    help: 'Checks stored by this process',
    labelNames: ['portal', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'padron_check_duration_seconds',
    help: 'From the question to the answer',
    labelNames: ['portal'],
    buckets: SECONDS,
    registers,
  })
  if (about)
    new Gauge({
      name: 'padron_info',
      help: 'The process: its role and release',
      labelNames: ['role', 'version'],
      registers,
    }).set(about, 1)
  if (dataDir) registerDiskGauges(registry, dataDir)
  const refresh = whole ? installation(db, [sourceFigures, ...READERS], registry, cacheMs) : async () => undefined
  return {
    checkEnded: ({ outcome, connector: { portal }, startedAt, endedAt }) => {
      checks.inc({ portal, outcome })
      durations.observe({ portal }, (endedAt.getTime() - startedAt.getTime()) / 1000)
    },
    read: async () => {
      await refresh()
      const [own, counted] = await Promise.all([registry.metrics(), PROCESS_REGISTRY.metrics()])
      return { type: registry.contentType, text: withFormerNames(`${own}\n${counted}`) }
    },
  }
}
