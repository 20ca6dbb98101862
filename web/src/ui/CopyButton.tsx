// Copies a text and says so for a second.
import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from '../lib/copy.ts'
import { Icon } from './icons.tsx'

const SAID_MS = 1000

type Props = { text: string; label: string; onCopied?: () => void }

export const CopyButton = ({ text, label, onCopied }: Props): ReactNode => {
  const [said, say] = useState('')
  useEffect(() => {
    const timer = said ? setTimeout(() => say(''), SAID_MS) : undefined
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => {
    const done = await copyText(text)
    say(done ? 'Copiado' : 'No se pudo copiar')
    if (done) onCopied?.()
  }
  return (
    <button type="button" className="button button--small" aria-label={label} onClick={copy}>
      <Icon name="copy" size={15} />
      <span aria-live="polite">{said || 'Copiar'}</span>
    </button>
  )
}
