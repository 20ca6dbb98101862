// What is written over texts that are stored: what is not touched follows what is stored by now, and a text that somebody else
// changed meanwhile is told before it is written over.
import { useState } from 'react'
import type { FieldTexts } from './field-values.ts'

/** `over`: what stood there when it was first touched. */
type Written = Readonly<Record<string, { text: string; over: string }>>

/** @param stored as they are by now, by any names */
export const useWritten = (stored: FieldTexts) => {
  const [written, setWritten] = useState<Written>({})
  const texts: FieldTexts = {
    ...stored,
    ...Object.fromEntries(Object.entries(written).map(([name, { text }]) => [name, text])),
  }
  return {
    texts,
    /** What stood in a text when it was touched, where somebody else made something else of it since: it would be undone. */
    overruled: (name: string | number): string | undefined => {
      const one = written[name]
      const now = stored[name] ?? ''
      return one && one.over !== now && one.text.trim() !== now ? one.over : undefined
    },
    write: (name: string | number, text: string): void =>
      setWritten(({ [name]: one, ...others }) => {
        const now = stored[name] ?? ''
        return text === now ? others : { ...others, [name]: { text, over: one?.over ?? now } }
      }),
    /** What was written goes; what is stored is shown. */
    drop: (): void => setWritten({}),
  }
}
export type Overruled = ReturnType<typeof useWritten>['overruled']
