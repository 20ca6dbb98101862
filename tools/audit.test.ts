// Packages are accepted by their properties: each rule rejects the package that breaks it, and today's lockfile breaks
// none.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askAdvisories, versionsOf, weighing } from './advisories.ts'
import { auditLock, isFree, type LockedPackage } from './audit-rules.ts'

const good: LockedPackage = { version: '1.2.3', license: 'MIT', integrity: 'sha512-x' }
const binary: LockedPackage = { version: '1.2.3', license: 'MIT', optional: true }
const faultsOf = (each: LockedPackage, name = 'uno') =>
  auditLock({ packages: { '': {}, web: { version: '0.1.0' }, [`node_modules/${name}`]: each } }, () => undefined)

test('a valid package is accepted, and a workspace is not checked', () => {
  expect(faultsOf(good)).toEqual([])
})

test('a package with a registry address, and a binary of an unsupported platform, are accepted', () => {
  expect(faultsOf({ ...good, resolved: 'https://registry.npmjs.org/uno/-/uno-1.2.3.tgz' })).toEqual([])
  for (const other of [
    { os: ['darwin'], cpu: ['arm64'] },
    { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    { os: ['linux'], cpu: ['s390x'] },
  ])
    expect(faultsOf({ ...binary, ...other })).toEqual([])
})

test('a package without an integrity is accepted by name and version only', () => {
  const arm = { ...binary, version: '0.7.0', os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }
  const name = '@myriaddreamin/typst-ts-node-compiler-linux-arm64-gnu'
  expect(faultsOf(arm, name)).toEqual([])
  expect(faultsOf({ ...arm, version: '0.7.1' }, name)).toEqual([expect.stringMatching(/which bytes/)])
})

test('today’s lockfile has the origin and the integrity of every package', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
  expect(auditLock(lock, () => 'MIT')).toEqual([])
})

test.each<[string, LockedPackage, RegExp]>([
  ['a copyleft licence', { ...good, license: 'GPL-3.0-only' }, /uno: licence GPL-3.0-only/],
  ['no licence', { version: '1.0.0', integrity: 'x' }, /names no licence/],
  ['a deprecated package', { ...good, deprecated: 'use other' }, /gave it up \(use other\)/],
  ['a package with an install script', { ...good, hasInstallScript: true }, /run a script/],
  ['a package without an integrity', { version: '1.0.0', license: 'MIT' }, /which bytes/],
  ['a package from git', { ...good, version: 'git+https://x' }, /not a version of the registry/],
  [
    'an archive from another host',
    { ...good, resolved: 'https://example.com/uno-1.2.3.tgz' },
    /uno: comes from https:\/\/example\.com\//,
  ],
  [
    'a host that begins like the registry’s',
    { ...good, resolved: 'https://registry.npmjs.org.example.com/uno.tgz' },
    /comes from/,
  ],
  ['a local folder', { ...good, resolved: 'file:../uno' }, /comes from/],
  [
    'a binary of a supported platform without an integrity',
    { ...binary, os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
    /which bytes/,
  ],
  ['the same with a platform that is not a list', { ...binary, os: 'linux', cpu: 'x64' }, /which bytes/],
  ['an optional package of every platform without an integrity', binary, /which bytes/],
])('%s is rejected', (_title, each, fault) => {
  expect(faultsOf(each)).toEqual([expect.stringMatching(fault)])
})

test('one licence of a choice is enough, all of several count, and an exception is for one package', () => {
  expect(isFree('uno', '(GPL-2.0 OR MIT)')).toBe(true)
  expect(isFree('uno', 'MIT AND GPL-2.0')).toBe(false)
  expect(isFree('axe-core', 'MPL-2.0')).toBe(true)
  expect(isFree('uno', 'MPL-2.0')).toBe(false)
})

test('serious advisories are reported, and a registry that does not answer is no failure', async () => {
  const advisories = {
    uno: [
      { id: 7, title: 'Roto', severity: 'critical', vulnerable_versions: '<2', url: 'https://x/7' },
      { id: 8, title: 'Leve', severity: 'low', vulnerable_versions: '<2', url: 'https://x/8' },
    ],
  }
  let body = ''
  const server = createServer((request, response) => {
    request.on('data', (bytes) => {
      body += bytes
    })
    request.on('end', () => {
      if (request.url === '/no') return void response.writeHead(405).end()
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(advisories))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lock = {
    packages: { 'node_modules/uno': good, 'node_modules/dos/node_modules/uno': { ...good, version: '2.0.0' } },
  }
  expect(versionsOf(lock)).toEqual({ uno: ['1.2.3', '2.0.0'] })
  expect(weighing((await askAdvisories(lock, `${at}/`)) ?? {})).toEqual(['uno <2: Roto (https://x/7)'])
  expect(JSON.parse(body)).toEqual({ uno: ['1.2.3', '2.0.0'] })
  expect(await askAdvisories(lock, `${at}/no`)).toBeUndefined()
  await new Promise((done) => server.close(done))
  expect(await askAdvisories(lock, at)).toBeUndefined()
})
