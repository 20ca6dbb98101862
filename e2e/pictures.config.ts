// `npm run pictures`: the README's pictures, taken of the product with its demo as the journeys run it.
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

export default defineConfig({
  ...journeys,
  projects: [{ name: 'pictures', testMatch: 'pictures.ts' }],
  workers: 1, // a job of another would be in the picture
  use: { ...journeys.use, screenshot: 'off', actionTimeout: 15_000 },
})
