// The form of a vehicle, new or edited: values, faults, and conflicts with another user. What was typed survives every
// failure.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { joinDocument } from '@padron/contract/rules/tax-ids'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { type FormField, fieldFault, type RuleOptions, vehicleHints } from '@padron/contract/vehicles/rules'
import { useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { CHECK_FIELDS } from '../../api/form-refusal.ts'
import { withdraw } from '../../api/notify.ts'
import { localDay } from '../../lib/dates.ts'
import { isPressing } from '../../lib/is-pressing.ts'
import { forget, recall, remember } from '../../lib/memory.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { FIRST_FIELD } from '../../ui/dialog/Dialog.tsx'
import type { FormMessage } from '../../ui/form/use-form.ts'
import { pickFields } from '../../ui/form/use-form-draft.ts'
import { type Merge, merge } from './conflict.ts'
import { topicOf, WARNINGS_TOPIC, warnOf } from './save-failure-texts.ts'
import { DRAFTS } from './unsaved-drafts.ts'
import { notifyEdited, type SaveEnd, useVehicleSave } from './use-vehicle-save.ts'
import {
  differingFields,
  EMPTY,
  type Faults,
  FIELDS,
  faultsIn,
  isSameValue,
  type Setting,
  toVehicleValues,
  type ValueField,
  type VehicleValues,
} from './vehicle-values.ts'

const FOUND: FormMessage = { kind: 'status', text: 'Se recuperó lo que no había guardado.' }
const NEXT = 'Vehículo guardado. Siga con el siguiente.'
// The conflict box explains the changes and takes the focus.
const AGAIN: FormMessage = { kind: 'status', text: 'Revise los cambios y guarde de nuevo.' }

/**
 * The unsaved changes: each changed field with the value it had before, so that they can be merged with later changes
 * of other users.
 */
type Draft = { read: Partial<VehicleValues>; mine: Partial<VehicleValues> }

const LAST_ADDED = 'last-added'
const CARRIED_FIELDS = ['stateId', 'acquisitionReasonId'] as const

const fits = (field: ValueField, value: unknown): boolean =>
  field === 'tags' ? Array.isArray(value) && value.every((one) => Number.isSafeInteger(one)) : typeof value === 'string'

const known = (stored: unknown): Partial<VehicleValues> => {
  const found = (stored ?? {}) as Record<string, unknown>
  return Object.fromEntries(FIELDS.filter((field) => fits(field, found[field])).map((field) => [field, found[field]]))
}

const carriedOver = (stored: unknown): Partial<VehicleValues> =>
  pickFields({ ...EMPTY, ...known(stored) }, CARRIED_FIELDS)

const focusFirst = (form: HTMLFormElement | null): void => form?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()

const readDraft = (stored: unknown): Draft => {
  const { read, mine } = (stored ?? {}) as Record<string, unknown>
  return { read: known(read), mine: known(mine) }
}

const useSetting = (): Setting => {
  const { country, zone } = useUser()
  return useMemo(() => ({ country, thisYear: Number(localDay(serverNow(), zone).slice(0, 4)) }), [country, zone])
}

/** The initial values: the stored ones, with a recovered draft applied to them. */
const useStart = (before: VehicleValues, edited: number | undefined, setting: Setting) => {
  const { userId } = useUser()
  const { found, keep } = useDraft<Draft>(userId, `${DRAFTS}${edited ?? 'new'}`, readDraft)
  const [start] = useState(() =>
    merge({ ...before, ...found.read }, before, { ...before, ...found.read, ...found.mine }, setting),
  )
  const keepDraft = (from: VehicleValues, to: VehicleValues): void => {
    const changed = differingFields(from, to, setting)
    keep(changed.length ? { read: pickFields(from, changed), mine: pickFields(to, changed) } : undefined)
  }
  return { start, keepDraft, discardDraft: () => keep(undefined) }
}

/** The initial values of a new vehicle: the state and the reason of the one added before it in this session. */
const useLastAdded = () => {
  const { userId } = useUser()
  const [begin, setBegin] = useState<VehicleValues>(() => ({ ...EMPTY, ...carriedOver(recall(userId, LAST_ADDED)) }))
  const keepLast = (added: VehicleValues): void => {
    remember(userId, LAST_ADDED, pickFields(added, CARRIED_FIELDS))
    setBegin({ ...EMPTY, ...pickFields(added, CARRIED_FIELDS) })
  }
  const forgetLast = (): void => {
    forget(userId, LAST_ADDED)
    setBegin(EMPTY)
  }
  return { begin, keepLast, forgetLast }
}

/** @param row the vehicle to edit as it was read; undefined for a new one */
export const useVehicleForm = (row: VehicleRow | undefined, onClose: () => void) => {
  const setting = useSetting()
  const { begin, keepLast, forgetLast } = useLastAdded()
  const options: RuleOptions = { ...setting, mode: row ? 'edit' : 'add' }
  const [stored, setStored] = useState(row)
  const before = useMemo(() => (stored ? toVehicleValues(stored) : begin), [stored, begin])
  const edited = row?.vehicleAsset.vehicleAssetId
  const { start, keepDraft, discardDraft } = useStart(before, edited, setting)
  const [values, setValues] = useState(start.values)
  const [faults, setFaults] = useState<Faults>({})
  /** The merge with another user's changes; undefined without any. */
  const [clash, setClash] = useState<Merge | undefined>(start.conflicts.length ? start : undefined)
  const changed = useMemo(() => differingFields(before, values, setting), [before, values, setting])
  const [message, say] = useState<FormMessage | undefined>(changed.length ? FOUND : undefined)
  /** Number of refusals: each one focuses the first wrong field. */
  const [refusals, setRefusals] = useState(0)
  /** Number of vehicles begun with «Guardar y agregar otro»: each one focuses the first field. */
  const [begun, setBegun] = useState(0)
  const { busy, run } = useBusy()
  const element = useRef<HTMLFormElement>(null)
  // The fields are read-only while saving, so the focus waits until it ends.
  useEffect(() => {
    if (begun && !busy) focusFirst(element.current)
  }, [begun, busy])
  const send = useVehicleSave(stored)
  // Opening the form withdraws the notices about this vehicle; closing it withdraws the form's own warnings.
  useEffect(() => {
    if (edited) withdraw(topicOf(edited))
    return () => withdraw(WARNINGS_TOPIC)
  }, [edited])

  const faultOf = (field: ValueField, next: VehicleValues): string | undefined => {
    if (field === 'tags' || (stored && isSameValue(field, before[field], next[field], setting))) return undefined
    const { taxIdentifierType, taxIdentifier } = next
    const text = field === 'taxIdentifier' ? joinDocument(taxIdentifierType, taxIdentifier) : next[field]
    return fieldFault(field, text, options)
  }
  const set = (next: VehicleValues): void => {
    setValues(next)
    keepDraft(before, next)
    say(undefined)
    withdraw(WARNINGS_TOPIC)
  }
  const refuse = (wrong: Faults, text: string): void => {
    setFaults(wrong)
    setRefusals((times) => times + 1)
    say({ kind: 'alert', text })
  }
  /**
   * Merges what was typed with the newest version. If no change is left, an earlier save whose answer was lost had
   * succeeded.
   */
  const isSavedIn = (now: VehicleRow): boolean => {
    const newest = toVehicleValues(now)
    const merged = merge(before, newest, values, setting)
    if (!differingFields(newest, merged.values, setting).length) return true
    setStored(now)
    setValues(merged.values)
    keepDraft(newest, merged.values)
    setFaults({})
    setClash(merged)
    say(now.assetHistoric.replacedBy === null ? AGAIN : { kind: 'alert', text: FORM_TEXTS.replaced })
    return false
  }
  const beginNext = (): void => {
    setValues({ ...EMPTY, ...pickFields(values, CARRIED_FIELDS) })
    setFaults({})
    say({ kind: 'status', text: NEXT })
    setBegun((times) => times + 1)
  }
  const ended = (end: SaveEnd, next: boolean) => {
    if (end.kind === 'refused') return refuse(end.faults, end.text)
    if (end.kind === 'newer') {
      if (!isSavedIn(end.now)) return
      notifyEdited(end.now)
    }
    discardDraft()
    if (!stored) keepLast(values)
    if (next) beginNext()
    else onClose()
  }
  const save = (next: boolean) => {
    if (busy) return undefined
    withdraw(WARNINGS_TOPIC)
    const wrong = faultsIn(values, stored ? changed : FIELDS, options)
    if (stored && !changed.length) return say({ kind: 'status', text: 'No hay cambios que guardar.' })
    if (Object.keys(wrong).length) {
      warnOf((field: FormField) => field in wrong && values[field].trim() === '')
      return refuse(wrong, CHECK_FIELDS)
    }
    setFaults({})
    say(undefined)
    return run(() => send(values, changed, options).then((end) => ended(end, next)))
  }

  return {
    values,
    message,
    busy,
    refusals,
    clash,
    stored,
    changed,
    isChanged: changed.length > 0,
    element,
    setting,
    hints: useMemo(() => vehicleHints(values, setting.country), [values, setting]),
    faultOf: (field: ValueField): string | undefined => faults[field],
    /** Changes fields. Ignored while saving: those changes would be lost. */
    put: (patch: Partial<VehicleValues>): void => {
      if (busy) return
      const next = { ...values, ...patch }
      set(next)
      // A field with a fault is validated at each change; one without only when the user leaves it.
      const touched = FIELDS.filter((field) => field in patch)
      if ('taxIdentifierType' in patch) touched.push('taxIdentifier')
      const checked = touched.filter((field) => faults[field]).map((field) => [field, faultOf(field, next)])
      const reset = 'acquisitionReasonId' in patch && { replacing: undefined, replacementReason: undefined }
      setFaults({ ...faults, ...Object.fromEntries(checked), ...reset })
    },
    check: (field: ValueField): void => {
      if (!isPressing() && changed.includes(field)) setFaults({ ...faults, [field]: faultOf(field, values) })
    },
    /** Clears a new vehicle's carried-over fields too. */
    clear: (): void => {
      const cleared = stored ? before : EMPTY
      if (!stored) forgetLast()
      setValues(cleared)
      keepDraft(cleared, cleared)
      say(undefined)
      withdraw(WARNINGS_TOPIC)
      setFaults({})
      setClash(undefined)
      focusFirst(element.current)
    },
    discard: discardDraft,
    save: () => save(false),
    /** Saves a new vehicle and begins the next one. */
    saveAndNext: () => save(true),
  }
}
export type VehicleForm = ReturnType<typeof useVehicleForm>
