// `npm run pictures`: the README's images, taken of the product with its demo as in the e2e tests.
import { defineConfig } from '@playwright/test'
import e2e from './playwright.config.ts'

export default defineConfig({
  ...e2e,
  projects: [{ name: 'pictures', testMatch: 'pictures.ts' }],
  workers: 1, // jobs of a parallel worker would be visible
  use: { ...e2e.use, screenshot: 'off', actionTimeout: 15_000 },
})
