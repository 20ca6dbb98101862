// On the sign-in page without a network: a button that opens the stored answers, if there are any.
import { useEffect, useState } from 'react'
import { seenText } from '../lib/seen-text.ts'
import { openStored, type User } from './session.ts'
import { readStored } from './stored-answers.ts'

type Props = {
  /** Called when they are open, to open the next page. */
  onOpen: () => void
}

export const OfflineOffer = ({ onOpen }: Props) => {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let here = true
    void readStored()
      .catch(() => undefined)
      .then((stored) => {
        if (!here || !stored) return
        const newest = Math.max(...[...stored.answers.values()].map(({ at }) => at))
        setText(seenText(newest, Date.now(), (stored.user as User).zone))
      })
    return () => {
      here = false
    }
  }, [])
  if (!text) return null
  return (
    <button
      type="button"
      className="button button--large"
      onClick={() => void openStored().then((is) => is && onOpen())}
    >
      Sin conexión · {text}
    </button>
  )
}
