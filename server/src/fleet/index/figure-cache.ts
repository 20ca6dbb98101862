// Figures that cost a walk over the fleet, kept per process under one of the fleet's versions: exact, and counted
// once per filter and change. The version is read before the figure, so a figure is never older than its version
// says.
const AT_MOST = 5_000

export type Kept = <T>(tenantId: number, version: number, key: string, count: () => Promise<T>) => Promise<T>

export const keepFigures = (): Kept => {
  const kept = new Map<string, { version: number; figure: unknown }>()
  const counting = new Map<string, Promise<unknown>>()
  return async <T>(tenantId: number, version: number, key: string, count: () => Promise<T>): Promise<T> => {
    const name = `${tenantId} ${key}`
    const known = kept.get(name)
    if (known?.version === version) return known.figure as T
    // Who asks for the same meanwhile waits for it; if it fails, each counts for itself.
    const underWay = await counting.get(`${name} ${version}`)?.catch(() => undefined)
    if (underWay !== undefined) return underWay as T
    const started = count()
    counting.set(`${name} ${version}`, started)
    const figure = await started.finally(() => counting.delete(`${name} ${version}`))
    kept.delete(name)
    kept.set(name, { version, figure })
    if (kept.size > AT_MOST) kept.delete(kept.keys().next().value ?? '')
    return figure
  }
}
