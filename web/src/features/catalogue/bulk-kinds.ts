// The changes that many vehicles can have at once, ONE table: their words and who may make them.
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { BulkChange } from '@padron/contract/vehicles'
import { countedText } from '../../lib/number-text.ts'
import type { IconName } from '../../ui/icons.tsx'

export type BulkKind = 'status' | 'tags' | 'field' | 'state'

export const BULK_KINDS: readonly {
  kind: BulkKind
  label: (country: Country) => string
  icon: IconName
  needs: 'vehicles_edit' | 'tags_admin'
}[] = [
  { kind: 'status', label: () => 'Cambiar estatus', icon: 'on', needs: 'vehicles_edit' },
  { kind: 'tags', label: () => 'Etiquetas', icon: 'tag', needs: 'tags_admin' },
  { kind: 'field', label: () => 'Cambiar un campo', icon: 'edit', needs: 'vehicles_edit' },
  {
    kind: 'state',
    label: (country) => `Cambiar ${COUNTRIES[country].state.toLowerCase()}`,
    icon: 'car',
    needs: 'vehicles_edit',
  },
]

/** More than this many changes ask for the number to be typed. */
export const TYPED_FROM = 500

/** What is being put together in the dialog; undefined while it says nothing yet. */
export type BulkDraft = { change: BulkChange | undefined }
export const NO_CHANGE: BulkDraft = { change: undefined }

export const vehiclesText = (count: number): string => countedText(count, 'vehículo', 'vehículos')
