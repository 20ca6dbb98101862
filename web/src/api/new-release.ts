// A piece of the console that cannot be fetched. After a new version is installed the old page's pieces are gone:
// the page reloads then, unless something would be lost by it. Any other failure, as of the network, is reported by
// the importer.
import { reloadOnce } from '../lib/reload-once.ts'
import { isUnsaved } from '../lib/unsaved.ts'
import { notify } from './notify.ts'

const NEW_RELEASE = 'Hay una versión nueva de Padrón.'
const ENTRY = /src="(\/assets\/index-[^"]+)"/

const missing = new WeakSet<object>()
const ignored = new WeakSet<object>()

/** Ignores the failure of a prefetch, which no one waits for. */
export const ignoreLoadFailure = (error: unknown): undefined => {
  if (error instanceof Error) ignored.add(error)
}

/** Whether the error means that a piece of the console could not be fetched. */
export const isMissingPiece = (error: unknown): boolean => error instanceof Error && missing.has(error)

/** Whether the server has another release. A page of a proxy or guest network names no entry of ours. */
const isOtherRelease = async (): Promise<boolean> => {
  const own = ENTRY.exec(document.documentElement.outerHTML)?.[1]
  const response = await fetch('/', { cache: 'no-store' })
  const now = response.ok ? ENTRY.exec(await response.text())?.[1] : undefined
  return own !== undefined && now !== undefined && now !== own
}

const onMissing = async (error: unknown): Promise<void> => {
  if (!(error instanceof Error)) return
  missing.add(error)
  // The event comes before the importer's own failure.
  await new Promise((resolve) => setTimeout(resolve))
  if (ignored.has(error) || !(await isOtherRelease().catch(() => false))) return
  if (isUnsaved() || !reloadOnce())
    notify('warning', NEW_RELEASE, { action: { label: 'Volver a cargar', run: () => location.reload() } })
}

export const watchPieces = (): void => addEventListener('vite:preloadError', (event) => void onMissing(event.payload))
