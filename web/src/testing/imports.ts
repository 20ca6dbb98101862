// Checked files for the tests of the bulk workbooks' screens.
import type { Import, ImportCounts } from '@padron/contract/imports'
import type { ImportRow } from '@padron/contract/imports/rows'

export const ID = '0197f5f0-0000-7000-8000-000000000001'
export const OTHER_ID = '0197f5f0-0000-7000-8000-000000000002'

export const counts = (more: Partial<ImportCounts> = {}): ImportCounts => ({
  rows: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  warned: 0,
  omitted: 0,
  ...more,
})

/** A file of new vehicles without errors. */
export const checked = (more: Partial<Import> = {}): Import => ({
  importId: ID,
  checkId: OTHER_ID,
  kind: 'add',
  fileName: 'flota.xlsx',
  size: 120_000,
  state: 'checked',
  who: 'norte-ana',
  dateTime: new Date().toISOString(),
  notifyTo: 'ana@norte.mx',
  counts: counts({ rows: 1204, new: 1204 }),
  errorCount: 0,
  warningCount: 0,
  fileNotes: [],
  commonNotes: [],
  otherNotes: 0,
  effects: { deactivated: 0, reactivated: 0, replaced: 0, newTagCount: 0, newTags: [] },
  guard: null,
  sameAs: null,
  mapping: null,
  isUnmapped: false,
  corrections: 0,
  fileUrl: null,
  job: null,
  appliedDateTime: null,
  undoUntil: null,
  partlyUndone: null,
  undone: null,
  ...more,
})

export const job = (more: Partial<NonNullable<Import['job']>> = {}): NonNullable<Import['job']> => ({
  queueItemId: 'j1',
  progress: null,
  estimatedFinishedDateTime: null,
  message: null,
  error: null,
  ...more,
})

export const row = (more: Partial<ImportRow> = {}): ImportRow => ({
  row: 2,
  sheetRow: more.row ?? 2,
  sheet: null,
  action: 'new',
  vehicleAssetId: null,
  plate: 'RKA123B',
  texts: { plate: 'RKA123B', vin: '3N1CN8AE1RL000101', brandName: 'NISSAN' },
  changes: [],
  notes: [],
  ...more,
})
