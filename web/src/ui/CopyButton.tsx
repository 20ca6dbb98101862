// Copies a text and confirms it for a second.
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'

// Copies a text. navigator.clipboard does not exist on a plain-http host, hence the old way as well.
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
    area.className = 'visually-hidden'
    // While a modal dialog is open nothing outside it can be selected.
    const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    place.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}

const MESSAGE_MS = 1000

export const CopyButton = ({ text, label, onCopied }: { text: string; label: string; onCopied?: () => void }) => {
  const [message, setMessage] = useState('')
  useEffect(() => {
    const timer = message ? setTimeout(() => setMessage(''), MESSAGE_MS) : undefined
    return () => clearTimeout(timer)
  }, [message])
  const copy = async () => {
    const done = await copyText(text)
    setMessage(done ? 'Copiado' : 'No se pudo copiar')
    if (done) onCopied?.()
  }
  return (
    <Button small icon="copy" aria-label={label} onClick={copy}>
      <span aria-live="polite">{message || 'Copiar'}</span>
    </Button>
  )
}
