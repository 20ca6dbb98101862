// THE table of screens, in landing order: it makes the routes, the guards and the menu. Only what exists is listed.

import type { Permission } from '@padron/contract/permissions'
import type { RouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import type { z } from 'zod/mini'
import { CatalogueSearch } from '../features/catalogue/search.ts'
import type { IconName } from '../ui/icons.tsx'

export type Screen = {
  path: `/${string}`
  needs: Permission
  title: string
  icon: IconName
  search: z.ZodMiniType
  screen: RouteComponent
}

const catalogue = () =>
  import('../features/catalogue/CatalogueScreen.tsx').then((m) => ({ default: m.CatalogueScreen }))

// biome-ignore format: a table to be read by columns
export const SCREENS: readonly Screen[] = [
  { path: '/', needs: 'vehicles_read', title: 'Vehículos', icon: 'car', search: CatalogueSearch, screen: lazy(catalogue) },
]

export const PATHS: readonly string[] = SCREENS.map(({ path }) => path)
