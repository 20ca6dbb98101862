// Installs what package-lock.json says when node_modules is missing or older. No dependencies; any Node >= 18,
// because it runs before npm has brought the Node version that everything else needs.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

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
  process.exit(status ?? 1)
}
