// One source's answer about a vehicle, and its type, for the tests of the drawer.
import type { ScrapedResource, ScrapedResourceType } from '@padron/contract/resource-status'

type Changes = Partial<ScrapedResource['scraped']>

/** Fines of Nuevo León, answered clear at noon of the first of November. */
export const scrapedResource = (
  scraped: Changes = {},
  resource: Partial<ScrapedResource['resource']> = {},
): ScrapedResource => ({
  resource: {
    resourceId: 31,
    descriptionSpanish: 'Multas · Nuevo León',
    portal: 'Portal de Nuevo León',
    portalUrl: 'https://portal.example',
    automatic: true,
    service: 'automatic',
    resourceType: { resourceTypeId: 1, descriptionSpanish: 'Multas' },
    ...resource,
  },
  scraped: {
    status: { statusId: 1, descriptionSpanish: 'Sin multas' },
    freshness: { resourceTypeId: 1, state: 'current', at: '2026-11-01T18:00:00Z' },
    answer: {
      runId: '01900000-0000-7000-8000-000000000001',
      portal: 'Portal de Nuevo León',
      portalUrl: 'https://portal.example',
      dateTime: '2026-11-01T18:00:00Z',
    },
    lastAttempt: null,
    result: [],
    evidenceURL: [],
    capture: null,
    availableAt: null,
    queued: false,
    hint: null,
    outageSince: null,
    pause: null,
    history: [],
    ...scraped,
  },
})

export const typeOf = (...resources: readonly ScrapedResource[]): ScrapedResourceType => ({
  resourceType: { resourceTypeId: 1, descriptionSpanish: 'Multas' },
  status: resources[0]?.scraped.status ?? { statusId: -1, descriptionSpanish: '' },
  freshness: resources[0]?.scraped.freshness ?? null,
  total: null,
  withoutAmount: 0,
  resources: [...resources],
})
