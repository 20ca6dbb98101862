// What the palette offers before anything is asked: the screens the user may open, the saved views, and what can be done.
import { views } from '@padron/contract/views'
import { useNavigate } from '@tanstack/react-router'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useCan } from '../../session/user-context.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { Item } from './palette-items.ts'

type Screen = { path: string; title: string; icon: IconName }
export type PaletteWays = {
  /** The screens the user may open. */
  screens: readonly Screen[]
  onAdd: () => void
  onHelp: () => void
}

export const usePaletteItems = ({ screens, onAdd, onHelp }: PaletteWays): readonly Item[] => {
  const navigate = useNavigate()
  const reads = useCan('vehicles_read')
  const adds = useCan('vehicles_admin')
  const saved = useQuietCall(views.list, {}, { off: !reads }).data?.views ?? []
  const go = (to: string, search: object = {}) => void navigate({ to, search: search as never })
  return [
    ...screens.map(
      ({ path, title, icon }): Item => ({
        key: `screen-${path}`,
        group: 'Pantallas',
        label: title,
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
    ...(adds
      ? [{ key: 'add', group: 'Acciones', label: 'Agregar vehículo…', icon: 'plus', run: onAdd } satisfies Item]
      : []),
    { key: 'help', group: 'Acciones', label: 'Atajos de teclado', icon: 'info', run: onHelp },
  ]
}
