// Searches a vehicle by plate, VIN, identifier or holder: half a second after the last keystroke, or at once on Enter,
// which a barcode scanner sends too. A combobox by the ARIA pattern: arrows select, Enter accepts, Esc closes.
import { bareIdentifier } from '@padron/contract/assets'
import type { Reply } from '@padron/contract/call'
import { catalogue, SEARCH_DEBOUNCE_MS } from '@padron/contract/catalogue'
import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { offline } from '../../api/offline.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useStore } from '../../lib/use-store.ts'
import { storedMatches } from './stored-matches.ts'

export type Match = Reply<typeof catalogue.bestMatch>[number]
export const NO_MATCHES = 'Sin coincidencias'
const NONE: readonly Match[] = []
const AT_MOST = 50

type Options = {
  /**
   * Receives the match that Enter selected; if it was pressed before the response, the best match of exactly that text.
   */
  onMatch: (match: Match) => void
  /** The minimum number of characters of a request. */
  atLeast?: number
}

/**
 * The matches of this text only; `enter` accepts one, now or when the response arrives, unless it is cancelled before.
 */
export const useBestMatch = (text: string, { onMatch, atLeast = 1 }: Options) => {
  const typed = text.trim()
  const still = useDebounced(typed, SEARCH_DEBOUNCE_MS)
  const [entered, setEntered] = useState({ like: '', waits: false, isExact: false })
  const stored = useStore(offline)
  const like = entered.like === typed ? typed : still
  const off = like.length < atLeast || like.length > AT_MOST
  const answer = useQuietCall(catalogue.bestMatch, { body: { like } }, { off: off || stored !== undefined })
  const { error, isError, isFetching } = answer
  const data = stored && !off ? storedMatches(stored, like) : answer.data
  const isCurrent = like === typed && !isFetching
  const matches = like === typed && !off && data ? data : NONE
  const callOff = (): void => setEntered({ ...entered, waits: false })
  const take = useEffectEvent((): void => {
    callOff()
    if (entered.like !== typed) return
    const isSame = ({ plate, vin }: Match): boolean =>
      [plate, vin].some((one) => bareIdentifier(one ?? '') === bareIdentifier(typed))
    const match = entered.isExact ? matches.find(isSame) : matches[0]
    if (match) onMatch(match)
  })
  const ended = entered.waits && (isCurrent || entered.like !== typed)
  useEffect(() => {
    if (ended) take()
  }, [ended])
  const enter = (active: number): void => {
    const match = matches[active]
    if (!isCurrent) setEntered({ like: typed, waits: true, isExact: false })
    else if (match) onMatch(match)
  }
  const failed = isError ? (statusNotice(error) ?? catalogue.bestMatch.fails) : undefined
  /** Accepts the vehicle with exactly this plate or VIN, once this is the searched text. */
  const seek = (identifier: string): void => setEntered({ like: identifier, waits: true, isExact: true })
  return { matches, isCurrent, failed, enter, seek, callOff }
}

export const useVehicleSearch = (onMatch: (match: Match) => void) => {
  const list = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { matches, isCurrent, failed, enter, seek, callOff } = useBestMatch(text, { onMatch })
  const message = failed ?? (isCurrent ? NO_MATCHES : 'Buscando…')
  const isOpen = open && text.trim() !== ''
  const optionId = (at: number): string => `${list}-${at}`
  const close = (): void => {
    setOpen(false)
    callOff()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter') {
      if (isOpen) enter(active)
    } else if (step && matches.length) {
      setOpen(true)
      setActive((active + step + matches.length) % matches.length)
    } else return
    // Neither submits the form nor closes the dialog.
    event.preventDefault()
  }
  const input = {
    type: 'text',
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': list,
    'aria-autocomplete': 'list',
    ...(isOpen && matches[active] && { 'aria-activedescendant': optionId(active) }),
    placeholder: 'Placa, VIN, titular…',
    autoComplete: 'off',
    spellCheck: false,
    maxLength: AT_MOST,
    onBlur: close,
    onKeyDown,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => {
      setText(target.value)
      setActive(0)
      setOpen(true)
    },
  } as const
  const option = (at: number) => ({
    id: optionId(at),
    'aria-selected': at === active,
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onMouseEnter: () => setActive(at),
  })
  /** Clears the search. */
  const clear = (): void => {
    setText('')
    setOpen(false)
  }
  /** Accepts the vehicle with this plate or VIN; otherwise shows similar ones. */
  const find = (identifier: string): void => {
    setText(identifier)
    setActive(0)
    setOpen(true)
    seek(identifier)
  }
  return { list, text, setOpen, isOpen, matches, message, input, option, find, clear }
}
