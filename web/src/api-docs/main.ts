// The page /api/docs: what the API answers, and «probar» with one's own token. It is no part of the console, and the
// server gives it out under the console's policy.
import type { ApiReferenceConfiguration } from '@scalar/fastify-api-reference'
import './api-docs.css'

declare global {
  interface Window {
    Scalar: { createApiReference: (element: string, configuration: Partial<ApiReferenceConfiguration>) => unknown }
  }
}

window.Scalar.createApiReference('#reader', {
  url: '/api/openapi.json',
  localization: { locale: 'es' },
  // The console's choice of light or dark, which theme.js read.
  forceDarkModeState: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  hideDarkModeToggle: true,
  theme: 'none',
  withDefaultFonts: false,
  documentDownloadType: 'direct',
  authentication: { preferredSecurityScheme: 'token' },
  persistAuth: false,
  // Everything that would leave this installation.
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
})
