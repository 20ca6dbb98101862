// Caches figures that need a pass over the fleet, under a version of the fleet, so that each is counted once per
// filter and change. The version is read before the figure, so a figure is never older than its version.
import { LRUCache } from 'lru-cache'
import type { FleetView } from '../../db/fleet-view.ts'

const AT_MOST = 5_000

/** @param fleet the fleet, or part, that the figure counts */
export type FigureCache = <T>(fleet: FleetView, version: number, key: string, count: () => Promise<T>) => Promise<T>

/** @param atMost maximum number of figures; the least recently used is removed first */
export const createFigureCache = (atMost = AT_MOST): FigureCache => {
  const cache = new LRUCache<string, { version: number; figure: unknown }>({ max: atMost })
  const counting = new Map<string, Promise<unknown>>()
  return async <T>(fleet: FleetView, version: number, key: string, count: () => Promise<T>): Promise<T> => {
    const name = `${fleet} ${key}`
    const known = cache.get(name)
    if (known?.version === version) return known.figure as T
    // Concurrent requests for the same figure wait for one count; if it fails, each counts.
    const underWay = await counting.get(`${name} ${version}`)?.catch(() => undefined)
    if (underWay !== undefined) return underWay as T
    const started = count()
    counting.set(`${name} ${version}`, started)
    const figure = await started.finally(() => counting.delete(`${name} ${version}`))
    cache.set(name, { version, figure })
    return figure
  }
}
