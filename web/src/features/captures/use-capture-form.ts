// What the form of a capture holds and does: its values, kept as a draft, what is wrong with them, and the saving.
import { type CaptureForm, captureForm } from '@padron/contract/capture-forms'
import { type CaptureTask, captures } from '@padron/contract/captures'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, statusOf } from '../../api/api-error.ts'
import { serverNow } from '../../api/clock.ts'
import { failureText, notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { captureKey } from '../../lib/drawer-search.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useUser } from '../../session/user-context.ts'
import { type Faults, faultsOf, refusals } from './capture-faults.ts'
import { bodyOf, type CaptureValues, EMPTY, isEmpty, readDraft, tidied } from './capture-values.ts'
import { useCaptureFiles } from './use-capture-files.ts'

export type Said = { kind: 'alert' | 'status'; text: string }

/** What the server says, in its words where it names no field. */
const failureOf = (error: unknown): string =>
  (error instanceof ApiError && [409, 422].includes(error.status) && error.problem?.title) ||
  failureText(error, captures.create)

const useValues = (task: CaptureTask) => {
  const { userId } = useUser()
  const { found, keep } = useDraft(userId, `capture-${captureKey(task.vehicleAssetId, task.resourceId)}`, readDraft)
  const [values, setValues] = useState(found)
  const first = useRef(found)
  useEffect(() => {
    if (values !== first.current) keep(isEmpty(values) ? undefined : values)
  }, [values, keep])
  return { values, setValues, found, forget: () => keep(undefined) }
}

const useSaving = (task: CaptureTask, onSaved: () => void) => {
  const { mutateAsync } = useAction(captures.create, {
    told: () => true,
    worked: () => {
      notify('done', captures.create.done, { about: task.plate || task.vin })
      onSaved()
    },
  })
  return mutateAsync
}

/** @param onDone after it was saved; `next`: the following one is wanted */
export const useCaptureForm = (task: CaptureTask, onDone: (next: boolean) => void) => {
  const { zone } = useUser()
  const form: CaptureForm | undefined = captureForm(task.resourceTypeId)
  const { values, setValues, found, forget } = useValues(task)
  const [faults, setFaults] = useState<Faults>({})
  const [said, say] = useState<Said | undefined>(
    isEmpty(found) ? undefined : { kind: 'status', text: 'Se recuperó lo que no había guardado.' },
  )
  /** Counts the refusals: each brings the focus to the first wrong field. */
  const [refused, setRefused] = useState(0)
  const { busy, run } = useBusy()
  const next = useRef(false)
  const save = useSaving(task, () => {
    forget()
    onDone(next.current)
  })
  const change = useCallback(
    (patch: Partial<CaptureValues> | ((now: CaptureValues) => Partial<CaptureValues>), ...places: readonly string[]): void => {
      setValues((now) => ({ ...now, ...(typeof patch === 'function' ? patch(now) : patch) }))
      say(undefined)
      // What is being mended is no longer wrong until it is looked at again.
      setFaults((all) => Object.fromEntries(Object.entries(all).filter(([at]) => !places.some((place) => at.startsWith(place)))))
    },
    [setValues],
  ) // biome-ignore format: long names
  const files = useCaptureFiles({
    task,
    sent: values.files,
    onSent: (file) => change((now) => ({ files: [...now.files, file] }), 'fileIds'),
  })
  const refuse = (wrong: Faults, text: string): void => {
    setFaults(wrong)
    setRefused((times) => times + 1)
    say({ kind: 'alert', text })
  }
  const failed = (error: unknown): void => {
    const wrong = refusals(error instanceof ApiError ? error.problem?.errors : undefined)
    const named = Object.keys(wrong).length > 0 && [400, 409, 422].includes(statusOf(error))
    refuse(named ? wrong : {}, named ? 'Revise los campos marcados.' : failureOf(error))
  }
  return {
    form,
    values,
    faults,
    said,
    busy,
    refused,
    files,
    change,
    restored: !isEmpty(found),
    discard: (): void => {
      setValues(EMPTY)
      setFaults({})
      say({ kind: 'status', text: 'Se descartó el borrador.' })
    },
    /** @param goOn the next task is wanted after it */
    save: (goOn: boolean) => {
      if (!form || busy) return undefined
      if (files.uploading) return say({ kind: 'alert', text: 'Espere a que terminen de subir los archivos.' })
      const clean = tidied(values)
      const place = { form, now: serverNow(), zone }
      const wrong = faultsOf(clean, place)
      setValues(clean)
      if (Object.keys(wrong).length > 0) return refuse(wrong, 'Revise los campos marcados.')
      setFaults({})
      say(undefined)
      next.current = goOn
      return run(() => save({ body: bodyOf(clean, task, place) }).then(() => {}, failed))
    },
  }
}
export type Capture = ReturnType<typeof useCaptureForm>
