// Figures that cost a walk over the fleet, kept per process under the tenant's fleet version: exact, and counted once per
// filter and change. The version is read before the figure, so a figure is never older than its version says.
const AT_MOST = 5_000

export type Kept = <T>(tenantId: number, version: number, key: string, count: () => Promise<T>) => Promise<T>

export const keepFigures = (): Kept => {
  const kept = new Map<string, { version: number; figure: unknown }>()
  return async <T>(tenantId: number, version: number, key: string, count: () => Promise<T>): Promise<T> => {
    const name = `${tenantId} ${key}`
    const known = kept.get(name)
    if (known?.version === version) return known.figure as T
    const figure = await count()
    kept.delete(name)
    kept.set(name, { version, figure })
    if (kept.size > AT_MOST) kept.delete(kept.keys().next().value ?? '')
    return figure
  }
}
