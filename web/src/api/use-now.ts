// The server's time, which advances: an open screen must not show "justo ahora" forever.
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
