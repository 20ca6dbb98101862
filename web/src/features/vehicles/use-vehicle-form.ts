// The form of a vehicle, new or edited: what is typed, what is wrong with it, and what somebody else changed meanwhile.
// Whatever fails, what was typed stays.

import type { VehicleRow } from '@padron/contract/catalogue'
import { FORM_TEXTS } from '@padron/contract/form-texts'
import { joinDocument } from '@padron/contract/tax-ids'
import { type FormField, fieldFault, type RuleOptions, vehicleHints } from '@padron/contract/vehicle-rules'
import { useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { CHECK_FIELDS } from '../../api/form-refusal.ts'
import { withdraw } from '../../api/notify.ts'
import { dayOf } from '../../lib/dates.ts'
import { isPressing } from '../../lib/is-pressing.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { useUser } from '../../session/user-context.ts'
import type { FormMessage } from '../../ui/form/use-form.ts'
import { type Merge, merge } from './conflict.ts'
import { topicOf, WARNINGS_TOPIC, warnOf } from './save-words.ts'
import { useVehicleDraft } from './use-vehicle-draft.ts'
import { notifyEdited, type SaveEnd, useVehicleSave } from './use-vehicle-save.ts'
import {
  differing,
  EMPTY,
  type Faults,
  FIELDS,
  faultsIn,
  isReplacement,
  type Setting,
  same,
  type ValueField,
  type VehicleValues,
  valuesOf,
} from './vehicle-values.ts'

const FOUND: FormMessage = { kind: 'status', text: 'Se recuperó lo que no había guardado.' }
// What happened is told in the box, which takes the focus.
const AGAIN: FormMessage = { kind: 'status', text: 'Revise los cambios y guarde de nuevo.' }

const useSetting = (): Setting => {
  const { country, zone } = useUser()
  return useMemo(() => ({ country, thisYear: Number(dayOf(serverNow(), zone).slice(0, 4)) }), [country, zone])
}

/** What the form starts with: the stored values, and over them a draft found again. */
const useStart = (before: VehicleValues, edited: number | undefined, setting: Setting) => {
  const draft = useVehicleDraft(edited)
  const [start] = useState(() => {
    const { read = {}, mine = {} } = draft.found ?? {}
    return merge({ ...before, ...read }, before, { ...before, ...read, ...mine }, setting)
  })
  return { draft, start }
}

/** What was said of this vehicle before is old news once its form is open; the form's own warnings go with it. */
const useOldNoticesGone = (edited: number | undefined): void => {
  useEffect(() => {
    if (edited) withdraw(topicOf(edited))
    return () => withdraw(WARNINGS_TOPIC)
  }, [edited])
}

/** @param row the vehicle to edit, as it was read; undefined for a new one */
export const useVehicleForm = (row: VehicleRow | undefined, onClose: () => void) => {
  const setting = useSetting()
  const options: RuleOptions = { ...setting, mode: row ? 'edit' : 'add' }
  const [stored, setStored] = useState(row)
  const before = useMemo(() => (stored ? valuesOf(stored) : EMPTY), [stored])
  const { draft, start } = useStart(before, row?.vehicleAsset.vehicleAssetId, setting)
  const [values, setValues] = useState(start.values)
  const [faults, setFaults] = useState<Faults>({})
  /** What somebody else changed meanwhile; undefined where nobody did. */
  const [clash, setClash] = useState<Merge | undefined>(start.conflicts.length ? start : undefined)
  const changed = useMemo(() => differing(before, values, setting), [before, values, setting])
  const [message, say] = useState<FormMessage | undefined>(changed.length ? FOUND : undefined)
  /** Counts the refusals: each brings the focus to the first wrong field. */
  const [refusals, setRefusals] = useState(0)
  const { busy, run } = useBusy()
  const element = useRef<HTMLFormElement>(null)
  const send = useVehicleSave(stored)
  useOldNoticesGone(row?.vehicleAsset.vehicleAssetId)

  const faultOf = (field: ValueField, next: VehicleValues): string | undefined => {
    if (field === 'tags' || (stored && same(field, before[field], next[field], setting))) return undefined
    const { taxIdentifierType, taxIdentifier } = next
    const text = field === 'taxIdentifier' ? joinDocument(taxIdentifierType, taxIdentifier) : next[field]
    return fieldFault(field, text, options)
  }
  const set = (next: VehicleValues): void => {
    setValues(next)
    draft.keep(before, next, differing(before, next, setting))
    say(undefined)
    withdraw(WARNINGS_TOPIC)
  }
  const refuse = (wrong: Faults, text: string): void => {
    setFaults(wrong)
    setRefusals((times) => times + 1)
    say({ kind: 'alert', text })
  }
  const worked = (): void => {
    draft.forget()
    onClose()
  }
  /** Lays what was typed over the newest version; where nothing is left to save, a lost answer had saved it. */
  const meet = (now: VehicleRow): 'saved' | undefined => {
    const newest = valuesOf(now)
    const merged = merge(before, newest, values, setting)
    const left = differing(newest, merged.values, setting)
    if (!left.length) return 'saved'
    setStored(now)
    setValues(merged.values)
    draft.keep(newest, merged.values, left)
    setFaults({})
    setClash(merged)
    const replaced = now.assetHistoric.replacedBy !== null
    say(replaced ? { kind: 'alert', text: FORM_TEXTS.replaced } : AGAIN)
    return undefined
  }
  const ended = (end: SaveEnd) => {
    if (end.kind === 'refused') return refuse(end.faults, end.text)
    if (end.kind === 'newer' && meet(end.now) !== 'saved') return
    if (end.kind === 'newer') notifyEdited(end.now)
    worked()
  }

  return {
    values,
    faults,
    message,
    busy,
    refusals,
    clash,
    before,
    stored,
    changed,
    isChanged: changed.length > 0,
    element,
    setting,
    hints: useMemo(() => vehicleHints(values, setting.country), [values, setting]),
    put: <F extends ValueField>(field: F, value: VehicleValues[F]): void => {
      const next = { ...values, [field]: value }
      set(next)
      // What was wrong is looked at again with each letter, what was not only when the field is left.
      if (faults[field]) setFaults({ ...faults, [field]: faultOf(field, next) })
      if (field === 'taxIdentifierType' && faults.taxIdentifier)
        setFaults({ ...faults, taxIdentifier: faultOf('taxIdentifier', next) })
      if (field === 'acquisitionReasonId')
        setFaults({ ...faults, [field]: undefined, replacing: undefined, replacementReason: undefined })
    },
    check: (field: ValueField): void => {
      if (!isPressing() && changed.includes(field)) setFaults({ ...faults, [field]: faultOf(field, values) })
    },
    clear: (): void => {
      set(before)
      setFaults({})
      setClash(undefined)
    },
    discard: draft.forget,
    save: () => {
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
      return run(() => send(values, changed, options).then(ended))
    },
    replaces: isReplacement(values),
  }
}
export type VehicleForm = ReturnType<typeof useVehicleForm>
