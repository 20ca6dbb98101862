// How the console is built and served while it is written. The API, the identity service and the signed files come from
// the server on port 3000; in production that same server gives out web/dist.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiReader } from './build/api-reader.ts'
import { buildInfo } from './build/build-info.ts'
import { chunksOf } from './build/chunks.ts'
import { pdfAssets } from './build/pdf-assets.ts'
import { precompress } from './build/precompress.ts'
import { serviceWorker } from './build/service-worker.ts'
import { withoutDescriptions } from './build/without-descriptions.ts'

const SERVER = process.env.PADRON_SERVER ?? 'http://127.0.0.1:3000'
const proxied = ['/api', '/sapy', '/connect', '/config.json', '/health/', '/files', '/logos']

/** What everybody opens, in this order. */
const FIRST_PAGES = {
  start: 'main.tsx',
  shell: 'app/shell/Shell.tsx',
  catalogue: 'app/CataloguePage.tsx',
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    withoutDescriptions(),
    pdfAssets(),
    apiReader(),
    serviceWorker(),
    precompress(),
    buildInfo(), // the last: a build without it was cut short
  ],
  // The browser's own Host goes on: /config.json answers with it, and the calls stay on this origin.
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: SERVER, changeOrigin: false }])),
  },
  // The policy forbids data: fonts and scripts; nothing is inlined but small images.
  build: {
    manifest: true, // the size benchmark reads which files a screen needs
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      input: { index: 'index.html', 'api-docs': 'api-docs.html' },
      output: { codeSplitting: { groups: chunksOf(FIRST_PAGES) } },
    },
  },
})
