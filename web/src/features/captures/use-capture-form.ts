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

const PREFILLED = 'Se llenó con lo capturado antes: compárelo con la fuente y corrija.'

/** What the server says, in its words where it names no field. */
const failureOf = (error: unknown): string =>
  (error instanceof ApiError && [409, 422].includes(error.status) && error.problem?.title) ||
  failureText(error, captures.create)

/** @param before what was captured last time: where no draft is kept, the form begins with it */
const useValues = (task: CaptureTask, before: CaptureValues | undefined) => {
  const { userId } = useUser()
  const { found, keep } = useDraft(userId, `capture-${captureKey(task.vehicleAssetId, task.resourceId)}`, readDraft)
  const [begin] = useState(isEmpty(found) && before ? before : found)
  const [values, setValues] = useState(begin)
  const first = useRef(begin)
  useEffect(() => {
    if (values !== first.current) keep(isEmpty(values) ? undefined : values)
  }, [values, keep])
  return { values, setValues, found, begin, forget: () => keep(undefined) }
}

const useSaving = (task: CaptureTask, onSaved: () => void) => {
  const { mutateAsync } = useAction(captures.create, {
    told: failureOf,
    about: task.plate || task.vin,
    worked: () => {
      notify('done', captures.create.done, { about: task.plate || task.vin })
      onSaved()
    },
  })
  return mutateAsync
}

/** @param onDone after it was saved; `next`: the following one is wanted */
export const useCaptureForm = (
  task: CaptureTask,
  before: CaptureValues | undefined,
  onDone: (next: boolean) => void,
) => {
  const { zone } = useUser()
  const form: CaptureForm | undefined = captureForm(task.resourceTypeId)
  const { values, setValues, found, begin, forget } = useValues(task, before)
  const [faults, setFaults] = useState<Faults>({})
  const [said, say] = useState<Said | undefined>(() => {
    if (isEmpty(begin)) return undefined
    return { kind: 'status', text: isEmpty(found) ? PREFILLED : 'Se recuperó lo que no había guardado.' }
  })
  /** Counts the refusals: each brings the focus to the first wrong field. */
  const [refused, setRefused] = useState(0)
  const { busy, run } = useBusy()
  const next = useRef(false)
  const save = useSaving(task, () => {
    forget()
    onDone(next.current)
  })
  const change = useCallback(
    (
      patch: Partial<CaptureValues> | ((now: CaptureValues) => Partial<CaptureValues>),
      ...places: readonly string[]
    ): void => {
      setValues((now) => ({ ...now, ...(typeof patch === 'function' ? patch(now) : patch) }))
      say(undefined)
      // What is being mended is no longer wrong until it is looked at again.
      setFaults((all) =>
        Object.fromEntries(Object.entries(all).filter(([at]) => !places.some((place) => at.startsWith(place)))),
      )
    },
    [setValues],
  )
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
    /** What the form can be emptied of; undefined: it began empty. */
    emptying: isEmpty(begin) ? undefined : isEmpty(found) ? 'Empezar en blanco' : 'Descartar borrador',
    discard: (): void => {
      setValues(EMPTY)
      setFaults({})
      say({ kind: 'status', text: isEmpty(found) ? 'El formulario está en blanco.' : 'Se descartó el borrador.' })
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
