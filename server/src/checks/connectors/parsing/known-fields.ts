// Finds fields that a source had not sent before: an early sign of a change. Names have no array indexes
// (`data.multas.valor`), and only the topmost new field of a branch is listed.

const MOST = 20

/** @param known names that are known; everything below one of `whole` is known too */
export function unknownFields(
  value: unknown,
  known: ReadonlySet<string>,
  whole: ReadonlySet<string> = new Set(),
): string[] {
  const found = new Set<string>()
  const walk = (inner: unknown, name: string): void => {
    if (typeof inner !== 'object' || inner === null || found.size >= MOST) return
    if (Array.isArray(inner)) {
      for (const one of inner) walk(one, name)
      return
    }
    for (const [key, one] of Object.entries(inner)) {
      const path = name ? `${name}.${key}` : key
      if (whole.has(path)) continue
      if (known.has(path)) walk(one, path)
      else found.add(path.slice(0, 120))
    }
  }
  walk(value, '')
  return [...found].slice(0, MOST)
}

/** A name and every name above it. */
export const withParents = (names: readonly string[]): Set<string> =>
  new Set(names.flatMap((name) => name.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'))))
