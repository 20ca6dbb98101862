// The saving of what was chosen from the registry, over the version that was read.
import { FORM_TEXTS } from '@padron/contract/form-texts'
import type { RuleOptions } from '@padron/contract/vehicle-rules'
import { type RegistryField, type RegistryMatch, vehicles } from '@padron/contract/vehicles'
import { useRef, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { notify, withdraw } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useBusy } from '../../lib/use-busy.ts'
import type { FormMessage } from '../../ui/form/use-form.ts'
import { type Choices, choiceBody, choiceFaults, chosen, type Origin } from './registry-choice.ts'
import { noticeOf, refusalOf, topicOf } from './save-words.ts'
import type { Faults } from './vehicle-values.ts'

const NOTHING_CHOSEN = 'No hay cambios que guardar: elija algún valor de los encontrados.'
const UNFIT = 'Lo que dice el registro no se puede guardar; vea los campos marcados.'
const CHANGED = `${FORM_TEXTS.changedMeanwhile} Se muestran los datos de ahora; revise lo que eligió y guarde de nuevo.`

/** @param reload asks for the newest versions */
export const useReconciliation = (match: RegistryMatch, options: RuleOptions, reload: () => Promise<unknown>) => {
  const [choices, setChoices] = useState<Choices>({})
  const [faults, setFaults] = useState<Faults>({})
  const [message, say] = useState<FormMessage>()
  /** Counts the refusals: each brings the focus to the first wrong field. */
  const [refused, setRefused] = useState(0)
  const { busy, run } = useBusy()
  const next = useRef(() => {})
  const { mutateAsync } = useAction(vehicles.edit, {
    told: (error) => noticeOf(error, vehicles.edit),
    about: match.current.plate ?? undefined,
    worked: (_reply, { body: { vehicleClass } }) => {
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
    const refusal = refusalOf(error, vehicles.edit)
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
    /** @param then what comes as soon as it worked, before the lists are asked again */
    save: (then: () => void) => {
      const wrong = choiceFaults(match, choices, options)
      const body = choiceBody(match, choices, options)
      if (!chosen(match, choices).fields.length) return say({ kind: 'status', text: NOTHING_CHOSEN })
      if (Object.keys(wrong).length) return refuse(wrong, UNFIT)
      setFaults({})
      say(undefined)
      withdraw(topicOf(body.vehicleClass.vehicleAsset.vehicleAssetId))
      next.current = then
      return run(() => mutateAsync({ body }).then(() => {}, failed))
    },
  }
}
