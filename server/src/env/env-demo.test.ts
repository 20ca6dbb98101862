// Where the demo, whose users' password is public, may be loaded.
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const SERVER = { DATABASE_URL: 'postgresql://padron@db/padron' }

test.each([
  ['an installation that listens on this machine only', {}, 'local'],
  ['the same by another name', { HOST: 'localhost' }, 'local'],
  ['the same by IPv6', { HOST: '::1' }, 'local'],
  ['an image, which listens on all interfaces', { HOST: '0.0.0.0' }, 'never'],
  ['all interfaces by IPv6', { HOST: '::' }, 'never'],
  ['an address of the network', { HOST: '10.0.0.4' }, 'never'],
  ['a machine behind a proxy', { PUBLIC_URL: 'https://padron.example' }, 'never'],
  ['a proxy on this machine', { PADRON_TRUSTED_PROXIES: '127.0.0.1' }, 'never'],
  ['one part of many', { PADRON_ROLE: 'worker', ...SERVER }, 'never'],
  ['an image with the demo turned on', { HOST: '0.0.0.0', PADRON_DEMO: '1' }, 'always'],
  ['one part of many with the demo turned on', { PADRON_ROLE: 'worker', PADRON_DEMO: '1', ...SERVER }, 'always'],
  ['this machine with the demo turned off', { PADRON_DEMO: '0' }, 'never'],
])('%s', (_, given, demo) => {
  expect(readEnv(given).demo).toBe(demo)
})
