// Packages are let in by what they are: each rule refuses the one that breaks it, and the lockfile of today breaks
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

test('one that is as it should be is let in; a workspace is not asked', () => {
  expect(faultsOf(good)).toEqual([])
})

test('one of the registry by its address, and a binary of a platform that the product was never tried on', () => {
  expect(faultsOf({ ...good, resolved: 'https://registry.npmjs.org/uno/-/uno-1.2.3.tgz' })).toEqual([])
  for (const other of [
    { os: ['darwin'], cpu: ['arm64'] },
    { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    { os: ['linux'], cpu: ['s390x'] },
  ])
    expect(faultsOf({ ...binary, ...other })).toEqual([])
})

test('one without its bytes is accepted by name and version only', () => {
  const arm = { ...binary, version: '0.7.0', os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }
  const name = '@myriaddreamin/typst-ts-node-compiler-linux-arm64-gnu'
  expect(faultsOf(arm, name)).toEqual([])
  expect(faultsOf({ ...arm, version: '0.7.1' }, name)).toEqual([expect.stringMatching(/which bytes/)])
})

test('the lockfile of today says where packages come from and which bytes they are', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
  expect(auditLock(lock, () => 'MIT')).toEqual([])
})

test.each<[string, LockedPackage, RegExp]>([
  ['a licence that binds what it is used in', { ...good, license: 'GPL-3.0-only' }, /uno: licence GPL-3.0-only/],
  ['no licence', { version: '1.0.0', integrity: 'x' }, /names no licence/],
  ['one that was given up', { ...good, deprecated: 'use other' }, /gave it up \(use other\)/],
  ['one that runs scripts', { ...good, hasInstallScript: true }, /run a script/],
  ['one whose bytes nobody knows', { version: '1.0.0', license: 'MIT' }, /which bytes/],
  ['one from elsewhere', { ...good, version: 'git+https://x' }, /not a version of the registry/],
  [
    'an archive from elsewhere',
    { ...good, resolved: 'https://example.com/uno-1.2.3.tgz' },
    /uno: comes from https:\/\/example\.com\//,
  ],
  [
    'one whose host begins like the registry’s',
    { ...good, resolved: 'https://registry.npmjs.org.example.com/uno.tgz' },
    /comes from/,
  ],
  ['a folder of this machine', { ...good, resolved: 'file:../uno' }, /comes from/],
  [
    'a binary of a platform that we run on whose bytes nobody knows',
    { ...binary, os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
    /which bytes/,
  ],
  ['the same where the lockfile names one without a list', { ...binary, os: 'linux', cpu: 'x64' }, /which bytes/],
  ['an optional one of every platform', binary, /which bytes/],
])('%s is refused', (_title, each, fault) => {
  expect(faultsOf(each)).toEqual([expect.stringMatching(fault)])
})

test('of a choice one licence is enough, of several all count, an exception is for one package', () => {
  expect(isFree('uno', '(GPL-2.0 OR MIT)')).toBe(true)
  expect(isFree('uno', 'MIT AND GPL-2.0')).toBe(false)
  expect(isFree('axe-core', 'MPL-2.0')).toBe(true)
  expect(isFree('uno', 'MPL-2.0')).toBe(false)
})

test('advisories: those that weigh are told, and a registry that does not answer is no fault', async () => {
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
