// On the sign-in page, where no network is: the way to what was seen before, if anything is kept.
import { useEffect, useState } from 'react'
import { seenText } from '../lib/seen-text.ts'
import { readKept } from './kept-answers.ts'
import { openKept, type User } from './session.ts'

type Props = {
  /** Where to go once it is open. */
  onOpen: () => void
}

export const KeptOffer = ({ onOpen }: Props) => {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let here = true
    void readKept()
      .catch(() => undefined)
      .then((kept) => {
        if (!here || !kept) return
        const newest = Math.max(...[...kept.answers.values()].map(({ at }) => at))
        setText(seenText(newest, Date.now(), (kept.user as User).zone))
      })
    return () => {
      here = false
    }
  }, [])
  if (!text) return null
  return (
    <button type="button" className="button button--large" onClick={() => void openKept().then((is) => is && onOpen())}>
      Sin conexión · {text}
    </button>
  )
}
