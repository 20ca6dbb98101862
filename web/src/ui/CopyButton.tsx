// Copies a text and says so for a second.
import { type ReactNode, useEffect, useState } from 'react'
import { copyText } from '../lib/copy.ts'
import { Icon } from './icons.tsx'

const SAID_MS = 1000

export const CopyButton = ({ text, label }: { text: string; label: string }): ReactNode => {
  const [said, say] = useState('')
  useEffect(() => {
    const timer = said ? setTimeout(() => say(''), SAID_MS) : undefined
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => say((await copyText(text)) ? 'Copiado' : 'No se pudo copiar')
  return (
    <button type="button" className="button button--small" aria-label={label} onClick={copy}>
      <Icon name="copy" size={15} />
      <span aria-live="polite">{said || 'Copiar'}</span>
    </button>
  )
}
