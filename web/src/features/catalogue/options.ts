// The fixed choices of filters.
import { ACQUISITION_REASONS, ASSET_STATUSES } from '@padron/contract/assets'

export const STATUS_OPTIONS = ASSET_STATUSES.filter(({ choosable }) => choosable).map(({ id, text }) => ({
  value: id,
  label: text,
}))
export const REASON_OPTIONS = ACQUISITION_REASONS.map(({ id, text }) => ({ value: id, label: text }))
