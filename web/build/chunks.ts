// Which modules are downloaded together. By default the bundler creates a file for every set of modules that the same
// pages share: the catalogue needed 69 files, which is slow on a bad network.
import { join } from 'node:path'
import { normalizePath } from 'vite'

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const SRC = join(import.meta.dirname, '../src')

/**
 * One file for each page: the modules that it imports and no page before it does. The bundler decides about the rest.
 *
 * @param pages name of the file → the page's module in `src`, the first to load first
 */
export const chunksOf = (pages: Record<string, string>) => {
  const entries = Object.entries(pages).map(([name, file]) => ({ name, id: normalizePath(join(SRC, file)) }))
  const groupModules = (modules: Modules): Map<string, string> => {
    const groups = new Map<string, string>()
    for (const { name, id } of entries) {
      const rest = [id]
      for (let next = rest.pop(); next; next = rest.pop()) {
        if (groups.has(next)) continue
        groups.set(next, name)
        rest.push(...(modules.getModuleInfo(next)?.importedIds ?? []))
      }
    }
    for (const { id } of entries) groups.delete(id) // the page itself is requested by its own name
    return groups
  }
  let groups: Map<string, string> | undefined
  return entries.map(({ name }, index) => ({
    debugName: name,
    name: (id: string, modules: Modules): string | null => {
      groups ??= groupModules(modules)
      return groups.get(id) === name ? name : null
    },
    priority: entries.length - index, // a module goes to the first page that imports it
  }))
}
