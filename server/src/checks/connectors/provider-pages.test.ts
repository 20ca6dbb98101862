// docs/providers: a page for the operator of each provider, whose commands name portals and connectors that exist.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PROVIDER_ACCOUNTS } from '../portals/accounts.ts'
import { PORTALS, RESOURCES } from '../services/catalogue.ts'
import { CONNECTORS } from './registry.ts'

const FOLDER = new URL('../../../../docs/providers/', import.meta.url)
const pages = readdirSync(FOLDER).map((file) => [file, readFileSync(new URL(file, FOLDER), 'utf8')] as const)
const RESOURCE_KEYS: readonly string[] = RESOURCES.map(({ key }) => key)
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'connector try': CONNECTORS.map(({ key }) => key),
  'portal set': PORTALS.map(({ key }) => key),
  'account set': PROVIDER_ACCOUNTS.map(({ key }) => key),
  'resource serve': RESOURCE_KEYS,
}

it.each(pages)('%s names portals, connectors and resources that exist', (_file, page) => {
  for (const [command, keys] of Object.entries(KEYS))
    for (const [line, key = ''] of page.matchAll(new RegExp(`padron -- ${command} (\\S+)`, 'g')))
      expect(keys, line).toContain(key)
  for (const [line, key = ''] of page.matchAll(/ --connector (\S+)/g))
    expect(KEYS['connector try'], line).toContain(key)
  const [beside = ''] = /Beside another source[^.]*/.exec(page) ?? []
  for (const [, key = ''] of beside.matchAll(/`([^`]+)`/g)) expect(RESOURCE_KEYS, beside).toContain(key)
})
