// The choices of the reconciliation: the selected version of each field, the body of the request, and saving over the
// version that was read.
import { bareWords } from '@padron/contract/normalize'
import { FORM_TEXTS } from '@padron/contract/texts/form-texts'
import { type RegistryField, type RegistryMatch, vehicles } from '@padron/contract/vehicles'
import type { RuleOptions } from '@padron/contract/vehicles/rules'
import { useRef, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify, withdraw } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useBusy } from '../../lib/use-busy.ts'
import type { FormMessage } from '../../ui/form/use-form.ts'
import { noticeOf, readSaveRefusal, topicOf } from './save-failure-texts.ts'
import {
  EMPTY,
  type Faults,
  faultsIn,
  isSameValue,
  type Setting,
  type VehicleValues,
  vehicleChange,
} from './vehicle-values.ts'

export type Origin = 'current' | 'vin' | 'plate'
/** Absent: the current value stays. */
export type Choices = Partial<Record<RegistryField, Origin>>
export const ORIGINS: readonly Origin[] = ['current', 'vin', 'plate']
export const ORIGIN_TITLES: Readonly<Record<Origin, string>> = {
  current: 'Actual',
  vin: 'Por VIN',
  plate: 'Por placa',
}

/**
 * The value of a field in a version; undefined if the registry has not answered, null if its answer lacks the field.
 */
export const valueAt = (match: RegistryMatch, field: RegistryField, origin: Origin): string | null | undefined => {
  const version = match[origin]
  return version === null ? undefined : version[field] || null
}

/** Whether a version has another value than the current data, and can be selected. */
export const differs = (match: RegistryMatch, field: RegistryField, origin: Origin, setting: Setting): boolean => {
  const value = valueAt(match, field, origin)
  if (origin === 'current' || !value) return false
  const own = match.current[field] ?? ''
  // As in the list of differences: case, accents and punctuation are ignored.
  return bareWords(value) !== bareWords(own) && !isSameValue(field, value, own, setting)
}

/** Whether any registry has answered: otherwise nothing is known to agree. */
export const isAnswered = ({ vin, plate }: RegistryMatch): boolean => vin !== null || plate !== null

/** The fields that would change, with their values. */
export const chosenFields = (match: RegistryMatch, choices: Choices) => {
  const fields = match.differing.filter((field) => (choices[field] ?? 'current') !== 'current')
  const texts = fields.map((field) => [field, valueAt(match, field, choices[field] ?? 'current') ?? ''] as const)
  const values: VehicleValues = { ...EMPTY, ...Object.fromEntries(texts) }
  return { fields, values }
}

/** A registry's value may break the validation rules: an old vehicle's VIN of eleven characters. */
export const choiceFaults = (match: RegistryMatch, choices: Choices, options: RuleOptions): Faults => {
  const { fields, values } = chosenFields(match, choices)
  return faultsIn(values, fields, options)
}

export const choiceBody = (match: RegistryMatch, choices: Choices, options: RuleOptions) => {
  const { fields, values } = chosenFields(match, choices)
  return { vehicleClass: vehicleChange(match, values, fields, options) }
}

const NOTHING_CHOSEN = 'No hay cambios que guardar: elija algún valor de los encontrados.'
const UNFIT = 'Lo que dice el registro no se puede guardar; vea los campos marcados.'
const CHANGED = `${FORM_TEXTS.changedMeanwhile} Se muestran los datos de ahora; revise lo que eligió y guarde de nuevo.`

/** @param reload loads the newest versions */
export const useReconciliation = (match: RegistryMatch, options: RuleOptions, reload: () => Promise<unknown>) => {
  const [choices, setChoices] = useState<Choices>({})
  const [faults, setFaults] = useState<Faults>({})
  const [message, say] = useState<FormMessage>()
  /** Number of refusals: each one focuses the first wrong field. */
  const [refused, setRefused] = useState(0)
  const { busy, run } = useBusy()
  const next = useRef(() => {})
  const { mutateAsync } = useAction(vehicles.edit, {
    onFailure: (error) => noticeOf(error, vehicles.edit),
    about: match.current.plate ?? undefined,
    onSuccess: (_reply, { body: { vehicleClass } }) => {
      const about = vehicleClass.vehicleAsset.plate ?? match.current.plate ?? undefined
      notify('done', vehicles.edit.done, { about, topic: topicOf(vehicleClass.vehicleAsset.vehicleAssetId) })
      next.current()
    },
  })
  const refuse = (wrong: Faults, text: string): void => {
    setFaults(wrong)
    setRefused((times) => times + 1)
    say({ kind: 'alert', text })
  }
  const failed = async (error: unknown): Promise<void> => {
    const refusal = readSaveRefusal(error, vehicles.edit)
    if (statusOf(error) === 409 && !Object.keys(refusal.faults).length) {
      await reload()
      return say({ kind: 'alert', text: CHANGED })
    }
    refuse(refusal.faults, refusal.text)
  }
  return {
    choices,
    faults,
    message,
    busy,
    refused,
    choose: (field: RegistryField, origin: Origin): void => {
      setChoices({ ...choices, [field]: origin })
      setFaults({ ...faults, [field]: undefined })
      say(undefined)
    },
    /** @param then called on success, before the lists are reloaded */
    save: (then: () => void) => {
      const wrong = choiceFaults(match, choices, options)
      const body = choiceBody(match, choices, options)
      if (!chosenFields(match, choices).fields.length) return say({ kind: 'status', text: NOTHING_CHOSEN })
      if (Object.keys(wrong).length) return refuse(wrong, UNFIT)
      setFaults({})
      say(undefined)
      withdraw(topicOf(body.vehicleClass.vehicleAsset.vehicleAssetId))
      next.current = then
      return run(() => mutateAsync({ body }).then(() => {}, failed))
    },
  }
}
