// Installs the packages of package-lock.json if node_modules is missing or older. No dependencies; runs with any Node
// >= 18, because it runs before npm has installed the Node version that everything else needs.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const time = (path) => statSync(new URL(`../${path}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0
if (time('node_modules/.package-lock.json') < time('package-lock.json')) {
  const npm = process.env.npm_execpath
  if (!npm) {
    process.stderr.write('Ejecute este paso con npm: npm run setup\n')
    process.exit(1)
  }
  const cwd = new URL('..', import.meta.url)
  const { status } = spawnSync(process.execPath, [npm, 'ci', '--loglevel=error', '--ignore-scripts'], {
    cwd,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

// The product's own Node is one of the packages on Linux and Windows; elsewhere the system's version must be new
// enough.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const bundled = existsSync(new URL('../node_modules/.bin/node', import.meta.url))
if (!bundled && (major < 24 || (major === 24 && minor < 7))) {
  process.stderr.write(
    `Padrón necesita Node 24.7 o posterior y encontró ${process.version}. Instálelo y vuelva a intentarlo.\n`,
  )
  process.exit(1)
}
