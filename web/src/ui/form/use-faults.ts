// What is wrong in a form, until it is mended, and what is said of it beside the buttons.
import { useCallback, useState } from 'react'
import { CHECK_FIELDS, type Faults } from '../../api/form-refusal.ts'

export const useFaults = () => {
  const [faults, setFaults] = useState<Faults>({})
  const [said, say] = useState<string>()
  /** Counts the refusals: each brings the focus to the first wrong field. */
  const [refused, setRefused] = useState(0)
  /** @param text said where no field is named */
  const refuse = useCallback((wrong: Faults, text: string = CHECK_FIELDS): void => {
    setFaults(wrong)
    say(Object.keys(wrong).length > 0 ? CHECK_FIELDS : text)
    setRefused((times) => times + 1)
  }, [])
  /** What is being mended is no longer wrong until it is looked at again. */
  const mend = useCallback((...places: readonly string[]): void => {
    say(undefined)
    setFaults((all) => Object.fromEntries(Object.entries(all).filter(([place]) => !places.includes(place))))
  }, [])
  const clear = useCallback((): void => {
    setFaults({})
    say(undefined)
  }, [])
  return { faults, said, refused, refuse, mend, clear }
}
