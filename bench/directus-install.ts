// Directus in a folder of its own (BENCH_DIRECTUS_DIR), with the Node it runs on: nothing of it is a dependency of
// ours. Its sandbox is compiled against that Node's headers, which needs g++, make and Python; the first time takes
// minutes.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const FOLDER = process.env.BENCH_DIRECTUS_DIR ?? join(tmpdir(), 'padron-bench-directus')
/** 12.4.1 asks for a package that was never published; isolated-vm 5 does not compile against Node 24. */
const VERSION = '12.4.0'
const NODE = `node-${process.platform}-${process.arch}`
const NODE_VERSION = '22.23.3'

export type Installed = { folder: string; node: string; cli: string }

const PACKAGE = {
  name: 'padron-bench-directus',
  private: true,
  dependencies: { directus: VERSION, [NODE]: NODE_VERSION },
}

/** @throws Error with what the installer said last */
const run = (what: string, command: string, args: readonly string[], cwd: string, path: string): void => {
  process.stdout.write(`${what}…\n`)
  try {
    execFileSync(command, args, {
      cwd,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 100_000_000,
    })
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? error)
    throw new Error(`Directus could not be installed (${what}):\n${said.slice(-2_000)}`)
  }
}

export const installDirectus = (): Installed => {
  const modules = join(FOLDER, 'node_modules')
  const home = join(modules, NODE)
  const node = join(home, 'bin/node')
  const cli = join(modules, 'directus/cli.js')
  const path = [join(home, 'bin'), process.env.PATH].join(delimiter)
  const sandbox = join(modules, 'isolated-vm')
  mkdirSync(FOLDER, { recursive: true })
  if (!existsSync(cli)) {
    writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(PACKAGE))
    // Its scripts would compile with whatever Node is on the path, and fetch what is not needed here.
    run(
      `installing Directus ${VERSION}`,
      'npm',
      ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'],
      FOLDER,
      process.env.PATH ?? '',
    )
  }
  if (
    !existsSync(join(sandbox, 'out/isolated_vm.node')) &&
    !existsSync(join(sandbox, 'build/Release/isolated_vm.node'))
  )
    run(
      'compiling its sandbox',
      node,
      [join(modules, '.bin/node-gyp'), 'rebuild', '--release', `--nodedir=${home}`],
      sandbox,
      path,
    )
  return { folder: FOLDER, node, cli }
}
