// The state of a form: its values, their faults, and saving. Typed values stay until they are saved or discarded: after
// a refusal, when another person saved a newer version, and, with a draft, when the page is closed.
import type { Args, Call, Reply } from '@padron/contract/call'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { z } from 'zod/mini'
import { isOutdated, refusedFields } from '../../api/form-refusal.ts'
import { failureText, notify, notifyFailure } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { isCancelled, useAction } from '../../api/use-action.ts'
import { isPressing } from '../../lib/is-pressing.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { FIRST_FIELD } from '../dialog/Dialog.tsx'
import { type Faults, hasFaults, isWithin, schemaFaults } from './faults.ts'
import { type DraftOptions, pickFields, useFormDraft } from './use-form-draft.ts'

const RECOVERED = 'Se recuperó lo que no había guardado.'
const NO_CHANGES = 'No hay cambios que guardar.'

/** A sentence in the foot of the form: a refusal, or a fact. */
export type FormMessage = { kind: 'alert' | 'status'; text: string }

type SaveContext<V> = {
  /** The initial values. */
  base: V
  /** Names of the fields that differ from it. */
  changed: readonly (keyof V & string)[]
  /** A newer version is shown, after a refusal: saving again overwrites that one. */
  overwrites: boolean
  /** The version to send; 0 without one. */
  version: number
}

export type FormOptions<V extends object, R extends Call> = {
  /**
   * The values as they are stored; of something new, the empty ones. They may change while the form is open (see
   * `newer`).
   */
  stored: V
  /** Values laid over the stored ones at the start, as if they were typed. */
  preset?: Partial<V> | undefined
  /**
   * The rules of the values; their messages are shown under the fields. From the contract, use a schema that is
   * exported by its name: the bodies of the calls are not in the console’s build (web/build/without-descriptions.ts).
   */
  schema?: z.ZodMiniType
  /** Rules beyond the schema. */
  validate?: (values: V) => Faults
  /** Texts are checked and saved as they are; by default without the spaces around them. For passwords. */
  exact?: boolean
  /**
   * For stored data: an unchanged field keeps a fault that it had before, and saving without a change shows a message.
   */
  onlyChanged?: boolean
  /** Unchanged fields show newly stored values, even while others are being changed. */
  followsStored?: boolean
  /**
   * The version of `stored`, for a row that others change too; the form then follows `stored`. While values are typed,
   * the version to send stays until the server refuses it, so that nobody's change is overwritten without a message.
   */
  version?: number | undefined
  /** Stays editable during a save: values typed meanwhile remain to be saved next. */
  staysEditable?: boolean
  draft?: DraftOptions<V>
  call: R
  args: (values: V, context: SaveContext<V>) => Args<R> | Promise<Args<R>>
  /** Sends the form in place of a plain call, with a file: see useUpload. */
  upload?: (args: Args<R>) => Promise<Reply<R>>
  /** Sends the form if it needs several calls; default: `save(args)`. */
  send?: (args: Args<R>, save: (args: Args<R>) => Promise<Reply<R>>) => Promise<Reply<R>>
  /** The form's path for a path of the request's body; undefined: no field. Default: its first name. */
  fieldAt?: (path: string) => string | undefined
  /** The footer's text for a failure; `marked`: fields show it too; undefined: a notice shows it. */
  failure?: (error: Error, marked: boolean) => string | undefined
  /** The footer's text if fields break the form's own rules. */
  summary?: string
  /** Called after a failure. Returns true if the cause is a newer version, which `stored` then has. */
  onFailure?: (error: Error) => unknown
  /** The subject, for the notice of an answer that arrives after the form was left. */
  about?: (values: V) => string | undefined
  /** Empties the form after a success, for the next entry. */
  resets?: boolean
  /** Shows the success; default: the call's own notice, if it has one. */
  notice?: (reply: Reply<R>, values: V) => void
  /** Called on success if the form is still open. */
  onSaved?: (reply: Reply<R>, values: V) => void
  /** Called on success if the form was left meanwhile. */
  onSavedAfterLeaving?: (reply: Reply<R>, values: V) => void
}

type State<V> = {
  /** `stored` when the form was opened, or when it was last updated to a newer version. */
  seen: V
  /** The version that the typed values are based on. */
  version: number | undefined
  /** The server refused `version`, and the user was told: until the next save newer stored ones replace it. */
  isOutdated: boolean
  base: V
  values: V
  /** Paths that were invalid: they are validated again with each change, the others when the form is saved. */
  checked: readonly string[]
  refused: Faults
  message: FormMessage | undefined
  recovered: boolean
}

/** Ignores spaces around a text, because they are accidental. */
const comparable = (value: unknown): string => JSON.stringify(typeof value === 'string' ? value.trim() : value) ?? ''

const trimmed = <V extends object>(values: V): V =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as V

const namesOf = <V extends object>(values: V) => Object.keys(values) as (keyof V & string)[]

/** Names of the fields in which the two differ. */
export const differingFields = <V extends object>(one: V, other: V): readonly (keyof V & string)[] =>
  namesOf({ ...one, ...other }).filter((name) => comparable(one[name]) !== comparable(other[name]))

const clean = { checked: [], refused: {}, message: undefined, recovered: false } as const
const pickPaths = (faults: Faults, paths: readonly string[]): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([path]) => paths.includes(path)))

export const useForm = <V extends object, R extends Call>(options: FormOptions<V, R>) => {
  const { stored, call, schema, validate, onlyChanged = false, exact = false, summary } = options
  if ('schema' in options && !schema) throw new Error('The schema of this form is not in the build')
  const draft = useFormDraft(options.draft)
  const [state, setState] = useState<State<V>>(() => {
    const base = { ...stored, ...draft.found?.base }
    const found = { ...base, ...draft.found?.values }
    const recovered = differingFields(base, found).length > 0
    const announced = recovered && options.draft?.announces
    const message = announced ? ({ kind: 'status', text: RECOVERED } as const) : undefined
    return {
      ...clean,
      seen: base,
      version: options.version,
      isOutdated: false,
      base,
      values: { ...found, ...options.preset },
      message,
      recovered,
    }
  })
  const { seen, version, base, values, refused, checked, message, recovered } = state
  const change = (patch: Partial<State<V>>): void => setState((now) => ({ ...now, ...patch }))
  const changed = differingFields(base, values)
  const isChanged = changed.length > 0
  const isBehind = differingFields(seen, stored).length > 0
  /** Whether this form saved the newly stored values. */
  const isOwn = differingFields(base, stored).length === 0
  const newer = isBehind && !isOwn
  const [refusals, setRefusals] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const { busy, run } = useBusy()
  const isMounted = useIsMounted()
  const sent = useRef(values)

  const focusFirst = (): void => element.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
  const newest = { version: options.version, isOutdated: false }
  const restart = (): void => change({ ...clean, ...newest, seen: stored, base: stored, values: stored })
  if (isBehind && !isChanged) restart()
  else if (isBehind && isOwn) change({ ...newest, seen: stored })
  else if (version !== options.version && (state.isOutdated || !isChanged)) change({ version: options.version })
  else if (newer && (options.followsStored || options.version !== undefined)) {
    const mine = { ...stored, ...pickFields(base, changed) }
    if (differingFields(mine, base).length > 0)
      change({ seen: mine, base: mine, values: { ...mine, ...pickFields(values, changed) } })
  }

  useEffect(() => draft.write(base, values, differingFields(base, values)), [draft, base, values])

  const allFaults = (typed: V): Faults => {
    const all = exact ? typed : trimmed(typed)
    return { ...(schema && schemaFaults(schema, all)), ...validate?.(all) }
  }
  const faultsOf = (typed: V): Faults => {
    const found = allFaults(typed)
    if (!onlyChanged || !hasFaults(found)) return found
    const touched = differingFields(base, typed)
    const before = allFaults(base)
    const isNew = ([path, text]: [string, string]): boolean =>
      before[path] !== text || touched.some((name) => isWithin(path, name))
    return Object.fromEntries(Object.entries(found).filter(isNew))
  }
  const faults: Faults = { ...refused, ...(checked.length > 0 && pickPaths(faultsOf(values), checked)) }
  const fieldAt = options.fieldAt ?? ((path: string) => namesOf(values).find((name) => isWithin(path, name)))
  const placed = (error: unknown): Faults =>
    Object.fromEntries(
      Object.entries(refusedFields(error)).flatMap(([path, text]) => {
        const place = fieldAt(path)
        return place === undefined ? [] : [[place, text]]
      }),
    )
  const refuse = (patch: Partial<State<V>>, text: string | undefined): void => {
    change({ ...patch, message: text ? { kind: 'alert', text } : undefined })
    setRefusals((count) => count + 1)
  }
  const say = (text: string): void => change({ message: { kind: 'status', text } })
  /** Whether the values are valid; otherwise shows the faults. */
  const isValid = (): boolean => {
    const wrong = faultsOf(values)
    if (!hasFaults(wrong)) return true
    refuse({ refused: {}, checked: Object.keys(wrong) }, summary)
    return false
  }
  const wordsFor = (error: Error, marked: boolean): string | undefined =>
    options.failure ? options.failure(error, marked) : marked ? summary : refusalText(error)

  const { mutateAsync } = useAction(call, {
    about: options.about?.(values),
    send: options.upload,
    onFailure: (error) => {
      const words = wordsFor(error, false)
      if (words === undefined && !hasFaults(placed(error))) return false
      return words ?? failureText(error, call)
    },
    onSuccess: (reply) => {
      draft.remove()
      if (options.resets) restart()
      else {
        const saved = exact ? sent.current : trimmed(sent.current)
        setState((now) => {
          const typedSince = pickFields(now.values, differingFields(saved, now.values))
          return { ...now, ...clean, base: saved, values: { ...saved, ...typedSince } }
        })
      }
      if (options.notice) options.notice(reply, sent.current)
      else if (call.done) notify('done', call.done)
      if (isMounted.current) options.onSaved?.(reply, sent.current)
      else options.onSavedAfterLeaving?.(reply, sent.current)
    },
  })

  const fail = async (error: Error): Promise<void> => {
    if (isCancelled(error) || (await options.onFailure?.(error)) === true) return
    const wrong = placed(error)
    refuse({ refused: wrong, checked: [], isOutdated: isOutdated(error) }, wordsFor(error, hasFaults(wrong)))
  }
  const send = async (): Promise<void> => {
    sent.current = values
    change({ isOutdated: false })
    const context = { base, changed, overwrites: newer && message?.kind === 'alert', version: version ?? 0 }
    const args = await Promise.resolve(options.args(exact ? values : trimmed(values), context)).catch(
      async (error: Error) => {
        await fail(error)
        if (wordsFor(error, false) === undefined) notifyFailure(error, call)
      },
    )
    if (!args) return
    await (options.send ? options.send(args, mutateAsync) : mutateAsync(args)).then(() => {}, fail)
  }

  return {
    element,
    values,
    base,
    /** By path, see `Faults`. */
    faults,
    changed,
    isChanged,
    busy,
    message,
    /** The values come from a draft, and nothing was typed since. */
    recovered: recovered && isChanged,
    /** Another person saved a version since the form was opened, and the typed values differ from it. */
    newer,
    /** Number of refusals: each one focuses the first invalid field. */
    refusals,
    /** The fault of a field, or of the first value inside it. */
    faultOf: (name: string): string | undefined =>
      faults[name] ?? Object.entries(faults).find(([path]) => isWithin(path, name))?.[1],
    /**
     * Changes fields. Not during a save: the form could be sent twice, and the change would be lost.
     * @param patch a function gets the latest values
     * @param paths whose refusals the change removes; default: those of the whole fields
     */
    put: (patch: Partial<V> | ((values: V) => Partial<V>), paths?: readonly string[]): void => {
      if (busy && !options.staysEditable) return
      setState((now) => {
        const changes = typeof patch === 'function' ? patch(now.values) : patch
        const places = paths ?? Object.keys(changes)
        const next = { ...now.values, ...changes }
        const wrong = now.checked.length ? faultsOf(next) : {}
        return {
          ...now,
          values: next,
          checked: now.checked.filter((path) => path in wrong),
          refused: Object.fromEntries(
            Object.entries(now.refused).filter(([path]) => !places.some((place) => isWithin(path, place))),
          ),
          message: undefined,
          recovered: false,
        }
      })
    },
    /** Shows the fault of a field's typed value when the user leaves the field. */
    check: (name: keyof V & string): void => {
      if (isPressing() || !changed.includes(name)) return
      const wrong = Object.keys(faultsOf(values)).filter((path) => isWithin(path, name))
      if (wrong.some((path) => !checked.includes(path))) change({ checked: [...checked, ...wrong] })
    },
    say,
    isValid,
    save: (): void => {
      if (busy) return
      if (onlyChanged && !isChanged) say(NO_CHANGES)
      else if (isValid()) {
        change({ ...clean, recovered })
        void run(send)
      }
    },
    /** Restores the initial values. */
    clear: (): void => {
      if (busy) return
      change({ ...clean, values: base })
      focusFirst()
    },
    /** Discards typed values and shows the stored ones. */
    restart: (): void => void (busy || restart()),
    /** Keeps typed values, based on the newly stored ones. */
    rebase: (): void => {
      if (busy) return
      change({ ...clean, ...newest, seen: stored, base: stored, values: { ...stored, ...pickFields(values, changed) } })
      focusFirst()
    },
    /** Deletes the draft: the form is left. */
    discard: draft.remove,
  }
}

export type FormApi<V extends object> = Omit<ReturnType<typeof useForm<V, Call>>, 'element'> & {
  element: RefObject<HTMLFormElement | null>
}
/** The parts of a form that the dialog needs; forms with a state of their own have them too. */
export type FormFrame = Pick<
  FormApi<object>,
  'element' | 'isChanged' | 'busy' | 'message' | 'refusals' | 'save' | 'discard'
>
