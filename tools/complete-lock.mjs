// Completes package-lock.json with the packages of other platforms that a registry mirror did not offer when it was
// written: npm leaves them out without a warning, and then `npm ci` refuses the file everywhere. `--check` changes
// nothing.
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('../package-lock.json', import.meta.url)
const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  openharmony: 'openharmony',
  aix: 'aix',
  sunos: 'sunos',
}
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'wasm32']

/** The platform in a package's name: `binding-linux-x64-musl`. */
const placeOf = (name) => {
  const words = name.split('/').pop().split(/[-.]/)
  const os = words.map((word) => SYSTEMS[word]).filter(Boolean)
  const cpu = words.filter((word) => PROCESSORS.includes(word))
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : []
  return { ...(cpu.length && { cpu }), ...(libc.length && { libc }), ...(os.length && { os }) }
}

const lock = JSON.parse(readFileSync(FILE, 'utf8'))
const known = (owner, name) => {
  const folders = owner.split('/node_modules/').map((_, i, all) => all.slice(0, all.length - i).join('/node_modules/'))
  return [...folders, ''].some((folder) => lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`])
}
const missing = Object.entries(lock.packages).flatMap(([owner, { optionalDependencies = {}, dev }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !known(owner, name))
    .map(([name, version]) => [
      `node_modules/${name}`,
      { version: version.replace(/^[\^~]/, ''), ...placeOf(name), ...(dev && { dev }), optional: true },
    ]),
)

if (process.argv.includes('--check')) {
  if (missing.length > 0) {
    process.stderr.write(
      `package-lock.json lacks ${missing.length} packages of other platforms; run node tools/complete-lock.mjs\n`,
    )
    process.exit(1)
  }
} else {
  for (const [path, entry] of missing) lock.packages[path] ??= entry
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
  process.stdout.write(`${missing.length} packages added\n`)
}
