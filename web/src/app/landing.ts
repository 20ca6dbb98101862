// Where a user lands after signing in: the first route of the specification's order (bulk §2) that they may see and that
// this version has.
import { holds, type Permission } from '@padron/contract/permissions'

const ORDER: readonly { needs: Permission; path: string }[] = [
  { needs: 'vehicles_read', path: '/' },
  { needs: 'masive_upload', path: '/addVehicles' },
  { needs: 'masive_edit', path: '/editVehicles' },
  { needs: 'masive_replace', path: '/replaceVehicles' },
  { needs: 'processing_read', path: '/onDemandProcessing' },
  { needs: 'dashboard_read', path: '/dashboard' },
  { needs: 'programReports_read', path: '/reports' },
  { needs: 'resource_read', path: '/health' },
  { needs: 'users_read', path: '/roles' },
  { needs: 'presets-read', path: '/catalogs/roles' },
  { needs: 'documents_read', path: '/catalogs/documents' },
  { needs: 'tags_read', path: '/catalogs/tags' },
]

/** @param existing paths of the screens this version has */
export const landingFor = (roles: string | readonly string[], existing: readonly string[]): string =>
  ORDER.find(({ needs, path }) => existing.includes(path) && holds(roles, needs))?.path ?? '/'
