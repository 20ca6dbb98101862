// The server's time, moving: a screen left open must not say "justo ahora" for ever.
import { useEffect, useState } from 'react'
import { serverNow } from './clock.ts'

const EVERY_MS = 30_000

export const useNow = (): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
