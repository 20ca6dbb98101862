// The set-up's texts about a provider equal its page in docs/providers.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PROVIDER_ACCOUNTS } from '../../checks/portals/accounts.ts'
import { PORTALS } from '../../checks/services/catalogue.ts'
import { connectorsOf, PROVIDERS } from './providers.ts'

const FOLDER = new URL('../../../../docs/providers/', import.meta.url)
const pages = readdirSync(FOLDER).map((file) => readFileSync(new URL(file, FOLDER), 'utf8'))

it.each(PROVIDERS)('$key', (provider) => {
  const page = pages.find((text) => text.includes(`Base address: \`${provider.url}\``))
  expect(page).toBeDefined()
  const connectors = connectorsOf(provider)
  expect(connectors.length).toBeGreaterThan(0)
  for (const { key } of connectors) expect(page).toContain(`\`${key}\``)
  expect(page).toContain(`--pace-ms ${provider.paceMs}`)
  const keys = provider.account ? PROVIDER_ACCOUNTS.map(({ key }) => key) : PORTALS.map(({ key }) => key)
  expect(keys).toContain(provider.key)
})
