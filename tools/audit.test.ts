// Packages are let in by what they are: each rule refuses the one that breaks it, and the lockfile of today breaks none.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { askAdvisories, versionsOf, weighing } from './advisories.ts'
import { auditLock, isFree, type LockedPackage } from './audit-rules.ts'

const good: LockedPackage = { version: '1.2.3', license: 'MIT', integrity: 'sha512-x' }
const faultsOf = (each: LockedPackage, name = 'uno') =>
  auditLock({ packages: { '': {}, web: { version: '0.1.0' }, [`node_modules/${name}`]: each } }, () => undefined)

test('one that is as it should be is let in; a workspace is not asked', () => {
  expect(faultsOf(good)).toEqual([])
})

test.each<[string, LockedPackage, RegExp]>([
  ['a licence that binds what it is used in', { ...good, license: 'GPL-3.0-only' }, /uno: licence GPL-3.0-only/],
  ['no licence', { version: '1.0.0', integrity: 'x' }, /names no licence/],
  ['one that was given up', { ...good, deprecated: 'use other' }, /gave it up \(use other\)/],
  ['one that runs scripts', { ...good, hasInstallScript: true }, /run a script/],
  ['one whose bytes nobody knows', { version: '1.0.0', license: 'MIT' }, /which bytes/],
  ['one from elsewhere', { ...good, version: 'git+https://x' }, /not a version of the registry/],
])('%s is refused', (_title, each, fault) => {
  expect(faultsOf(each)).toEqual([expect.stringMatching(fault)])
})

test('of a choice one licence is enough, of several together all count, an exception is the named package’s alone', () => {
  expect(isFree('uno', '(GPL-2.0 OR MIT)')).toBe(true)
  expect(isFree('uno', 'MIT AND GPL-2.0')).toBe(false)
  expect(isFree('axe-core', 'MPL-2.0')).toBe(true)
  expect(isFree('uno', 'MPL-2.0')).toBe(false)
})

test('advisories: those that weigh are told, and a registry that does not answer is no fault', async () => {
  const told = { uno: [{ id: 7, title: 'Roto', severity: 'critical', vulnerable_versions: '<2', url: 'https://x/7' }, { id: 8, title: 'Leve', severity: 'low', vulnerable_versions: '<2', url: 'https://x/8' }] } // biome-ignore format: one answer
  let asked = ''
  const server = createServer((request, response) => {
    request.on('data', (bytes) => { asked += bytes }) // biome-ignore format: one line
    request.on('end', () => {
      if (request.url === '/no') return void response.writeHead(405).end()
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lock = {
    packages: { 'node_modules/uno': good, 'node_modules/dos/node_modules/uno': { ...good, version: '2.0.0' } },
  }
  expect(versionsOf(lock)).toEqual({ uno: ['1.2.3', '2.0.0'] })
  expect(weighing((await askAdvisories(lock, `${at}/`)) ?? {})).toEqual(['uno <2: Roto (https://x/7)'])
  expect(JSON.parse(asked)).toEqual({ uno: ['1.2.3', '2.0.0'] })
  expect(await askAdvisories(lock, `${at}/no`)).toBeUndefined()
  await new Promise((done) => server.close(done))
  expect(await askAdvisories(lock, at)).toBeUndefined()
})
