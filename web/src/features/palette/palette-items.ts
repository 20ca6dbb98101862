// The items of the command palette: the screens that the user may open, saved views, actions, matching vehicles, and
// the text as a filter; and which of them match the typed text.
import { views } from '@padron/contract/views'
import { useNavigate } from '@tanstack/react-router'
import { notify } from '../../api/notify.ts'
import { useIsOffline } from '../../api/offline.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { matchNotes } from '../../lib/match-texts.ts'
import { plainText } from '../../lib/plain-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import { type Match, useBestMatch } from '../../ui/filters/vehicle-search.ts'
import type { IconName } from '../../ui/icons.tsx'
import { unknownWords, useWrittenFilter } from '../catalogue/use-written-filter.ts'

export type Item = {
  /** Unique among all items. */
  key: string
  group: 'Filtro' | 'Vehículos' | 'Pantallas' | 'Vistas' | 'Acciones'
  label: string
  /** A small text beside the title. */
  note?: string | undefined
  icon: IconName
  /** The filters that it sets, in words. */
  chips?: readonly string[]
  run: () => void
}

/** The items that contain every typed word, in any order. @param found vehicles that the server found for the words */
export const matchingItems = (items: readonly Item[], found: readonly Item[], typed: string): readonly Item[] => {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  const matches = ({ label, group }: Item): boolean => {
    const text = plainText(`${label} ${group}`)
    return words.every((word) => text.includes(word))
  }
  return [...found, ...items.filter(matches)]
}

/** The items in groups, each with its index in the whole list. */
export const inGroups = (items: readonly Item[]) =>
  Map.groupBy(
    items.map((item, at) => ({ item, at })),
    ({ item }) => item.group,
  )

export type PaletteWays = {
  /** The screens the user may open. */
  screens: readonly { path: string; title: string; icon: IconName }[]
  onAdd: () => void
  onHelp: () => void
}

/** The items that need no request. */
export const usePaletteItems = ({ screens, onAdd, onHelp }: PaletteWays): readonly Item[] => {
  const navigate = useNavigate()
  const isOffline = useIsOffline()
  const reads = useCan('vehicles_read')
  const adds = useCan('vehicles_admin') && !isOffline
  const saved = useQuietCall(views.list, {}, { off: !reads }).data?.views ?? []
  const go = (to: string, search: object = {}) => void navigate({ to, search: search as never })
  const items: readonly (Item | false)[] = [
    ...screens.map(
      ({ path, title: label, icon }): Item => ({
        key: `screen-${path}`,
        group: 'Pantallas',
        label,
        icon,
        run: () => go(path),
      }),
    ),
    ...saved.map(
      ({ viewId, name, mine, owner }): Item => ({
        key: `view-${viewId}`,
        group: 'Vistas',
        label: name,
        note: mine ? undefined : `De ${owner.name}`,
        icon: 'bookmark',
        run: () => go('/', { vista: viewId }),
      }),
    ),
    adds && { key: 'add', group: 'Acciones', label: 'Agregar vehículo…', icon: 'plus', run: onAdd },
    { key: 'help', group: 'Acciones', label: 'Atajos de teclado', icon: 'info', run: onHelp },
  ]
  return items.filter((item) => item !== false)
}

/**
 * The catalogue with the typed filter. `isWhole`: the whole text is a filter; otherwise `unknown` has the words that
 * are not. Several words without any filter have no item.
 */
export const useTypedFilter = (typed: string) => {
  const navigate = useNavigate()
  const reads = useCan('vehicles_read')
  const written = useWrittenFilter(typed)
  if (!written) {
    const text = typed.trim()
    return { item: undefined, isWhole: false, unknown: reads && /\s/.test(text) ? unknownWords([text]) : '' }
  }
  const { search, chips, unknown } = written
  const item: Item = {
    key: 'filter',
    group: 'Filtro',
    label: 'Filtrar vehículos',
    chips: chips.map(({ label, value }) => `${label}: ${value}`),
    icon: 'filter',
    run: () => {
      void navigate({ to: '/', search: search as never })
      if (unknown.length) notify('warning', `${unknownWords(unknown)}. El filtro usa el resto.`)
    },
  }
  return { item, isWhole: unknown.length === 0, unknown: unknownWords(unknown) }
}

const LEAST = 2
const AT_MOST = 6

/**
 * The vehicles that match the text, for users who may see vehicles.
 * @param onWanted called with the best match if Enter was pressed before it was found
 */
export const useFoundVehicles = (typed: string, onWanted: (best: Item) => void) => {
  const may = useCan('vehicles_read')
  const [, setSearch] = useSearchState(DrawerSearch)
  const itemOf = (match: Match): Item => ({
    key: `vehicle-${match.vehicleAssetId}`,
    group: 'Vehículos',
    label: match.plate || match.vin,
    note: [match.plate && match.vin, match.customId, ...matchNotes(match, typed)].filter(Boolean).join(' · '),
    icon: 'car',
    run: () => setSearch({ asset: match.vehicleAssetId, vehicle: undefined, tipo: undefined, seccion: undefined }),
  })
  const { matches, isCurrent, failed, enter } = useBestMatch(may ? typed : '', {
    onMatch: (match) => onWanted(itemOf(match)),
    atLeast: LEAST,
  })
  const waiting = may && typed.trim().length >= LEAST && !isCurrent
  return { items: matches.slice(0, AT_MOST).map(itemOf), waiting, failed, enter: () => enter(0) }
}
