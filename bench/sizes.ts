// Measures what a browser downloads on the first load of each screen: the JavaScript and CSS reachable from the built
// page, with gzip -9. It reads the build's manifest: the entry, its static imports, and the lazy chunks with which the
// screen opens.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildConsole } from '@padron/server/bin/web-build'
import type { Row } from './catalogue.ts'
import { row } from './limit-row.ts'

const DIST = join(import.meta.dirname, '../web/dist')
const SIGNED_IN = ['index.html', 'seal-password', 'shell/Shell']
const DASHBOARDS = ['/dashboard', '/dashboard/tickets', '/dashboard/tenencias']
const DASHBOARD = ['DashboardScreen', 'charts/Upright', 'export/ChartMenu', 'actions/NextActions']
type Chunk = { file: string; imports?: string[]; css?: string[]; name?: string; src?: string }

const gzip = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length

export const sizeRows = async (): Promise<Row[]> => {
  await buildConsole()
  const path = join(DIST, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error('web/dist has no manifest: build.manifest must be on')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>
  const reach = (key: string, seen: Set<string>): Set<string> => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) reach(next, seen)
    return seen
  }
  const sourceOf = (part: string) => Object.keys(manifest).find((key) => key.includes(part)) ?? part
  const reached = (parts: readonly string[]) =>
    parts.reduce((seen, part) => reach(sourceOf(part), seen), new Set<string>())
  /** @param without the parts that the browser already has: not counted */
  const screen = (name: string, parts: string[], limit: number, without: readonly string[] = []): Row => {
    const had = reached(without)
    const chunks = new Set([...reached(parts)].filter((key) => !had.has(key)))
    const files = new Set([...chunks].flatMap((key) => (manifest[key] ? [manifest[key].file] : [])))
    const css = new Set([...chunks].flatMap((key) => manifest[key]?.css ?? []))
    const js = [...files].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + gzip(file), 0)
    const style = [...css].reduce((sum, file) => sum + gzip(file), 0)
    const more = `CSS ${(style / 1000).toFixed(1)} KB, ${files.size} files`
    return row(`JavaScript of ${name}`, js / 1000, 'KB', { most: limit }, more)
  }
  return [
    screen('/login', ['index.html'], 125),
    screen('/ (catalogue, after sign-in)', [...SIGNED_IN, 'CatalogueScreen'], 230),
    screen('/ with the drawer open', [...SIGNED_IN, 'CatalogueScreen', 'VehicleDrawer'], 245),
    // All three have the same chunks.
    ...DASHBOARDS.map((name) => screen(`${name}, its own`, DASHBOARD, 180, SIGNED_IN)),
  ]
}
