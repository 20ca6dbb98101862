// Finds a browser: CHROME_PATH, then the Chromium installed by npm (linux x64, unpacked once into node_modules/.cache),
// then Playwright's own, then the PATH. Every candidate must answer `--version`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const NAMES = ['chromium', 'chromium-headless-shell', 'google-chrome', 'google-chrome-stable', 'chromium-browser']

export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu', // one process less
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const

const ENOUGH_SHARED_MEMORY = 2 ** 30
const sharedMemory = (): number => {
  if (!existsSync('/dev/shm')) return 0
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize
}
/** Playwright stores Chromium's shared memory in files, for containers with little of it: a sixth slower. */
export const IGNORED_ARGS = sharedMemory() > ENOUGH_SHARED_MEMORY ? ['--disable-dev-shm-usage'] : []

const runs = (file: string): boolean => spawnSync(file, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0

/** Sets an environment variable for processes started from here on; undefined removes it. */
const setVariable = (name: string, value: string | undefined): void => {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

/** A minimal host lacks the NSS libraries; the package contains them. */
const runsWithOwnLibraries = async (file: string, inflate: (archive: string) => Promise<string>): Promise<boolean> => {
  const before = process.env.LD_LIBRARY_PATH
  const archive = join(dirname(require.resolve('@sparticuz/chromium')), '../bin/al2023.tar.br')
  setVariable('LD_LIBRARY_PATH', join(await inflate(archive), 'lib'))
  if (runs(file)) return true
  setVariable('LD_LIBRARY_PATH', before)
  return false
}

/** A minimal host has no fonts, and texts would have no width. */
const bringFonts = (cache: string): void => {
  const fonts = join(cache, 'fonts.conf')
  writeFileSync(fonts, `<fontconfig><dir>${cache}/fonts</dir><cachedir>${cache}/fonts-cache</cachedir></fontconfig>`)
  process.env.FONTCONFIG_FILE = fonts
}

/** The packed Chromium unpacks into the temporary folder and uses any files there, so it gets its own cache folder. */
const unpack = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const cache = join(import.meta.dirname, '../node_modules/.cache/chromium')
  mkdirSync(cache, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = cache
  try {
    const { default: packed, inflate } = await import('@sparticuz/chromium')
    const file = await packed.executablePath()
    if (!runs(file) && !(await runsWithOwnLibraries(file, inflate))) {
      rmSync(cache, { recursive: true, force: true }) // removes an incomplete unpacking
      return undefined
    }
    if (!existsSync('/etc/fonts/fonts.conf')) bringFonts(cache)
    return file
  } finally {
    setVariable('TMPDIR', before)
  }
}

const playwrights = async (): Promise<string> => (await import('@playwright/test')).chromium.executablePath()

/** @throws Error with installation advice, if no browser runs */
export const findBrowser = async (): Promise<string> => {
  const ways = [async () => process.env.CHROME_PATH, unpack, playwrights, ...NAMES.map((name) => async () => name)]
  for (const way of ways) {
    const file = await way().catch(() => undefined)
    if (file && runs(file)) return file
  }
  throw new Error(
    'No hay un navegador para las pruebas: instale Chromium (apt-get install chromium) o indique CHROME_PATH.',
  )
}
