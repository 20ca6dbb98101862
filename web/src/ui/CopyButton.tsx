// Copies a text and says so for a second.
import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from '../lib/copy.ts'
import { Button } from './Button.tsx'

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
    <Button small icon="copy" aria-label={label} onClick={copy}>
      <span aria-live="polite">{said || 'Copiar'}</span>
    </Button>
  )
}
