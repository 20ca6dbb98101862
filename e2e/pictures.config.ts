// `npm run pictures`: the README's pictures, taken of the product with its demo as the e2e run it.
import { defineConfig } from '@playwright/test'
import e2e from './playwright.config.ts'

export default defineConfig({
  ...e2e,
  projects: [{ name: 'pictures', testMatch: 'pictures.ts' }],
  workers: 1, // a job of another would be in the picture
  use: { ...e2e.use, screenshot: 'off', actionTimeout: 15_000 },
})
