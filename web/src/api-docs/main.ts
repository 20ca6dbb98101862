// The page /api/docs: the reference of the API, where the user can try calls with their own token. It is not part of
// the console; the server serves it under the console's content security policy.
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
  // The theme of the console, which theme.js has read.
  forceDarkModeState: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  hideDarkModeToggle: true,
  theme: 'none',
  withDefaultFonts: false,
  documentDownloadType: 'direct',
  authentication: { preferredSecurityScheme: 'token' },
  persistAuth: false,
  // Disables everything that sends data out of this installation.
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
})
