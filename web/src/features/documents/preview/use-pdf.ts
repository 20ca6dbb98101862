// A PDF that is being opened, is open, or could not be.
import { useEffect, useState } from 'react'
import { isPassword, openPdf, type Pdf } from './pdf-engine.ts'

export type Opened = { pdf?: Pdf; progress: number; trouble?: 'password' | 'broken' }

export const usePdf = (url: string): Opened => {
  const [opened, setOpened] = useState<Opened>({ progress: 0 })
  useEffect(() => {
    let here = true
    setOpened({ progress: 0 })
    const { pdf, close } = openPdf(url, (progress) => here && setOpened((now) => ({ ...now, progress })))
    pdf.then(
      (open) => here && setOpened({ pdf: open, progress: 1 }),
      (error: unknown) => here && setOpened({ progress: 0, trouble: isPassword(error) ? 'password' : 'broken' }),
    )
    return () => {
      here = false
      close()
    }
  }, [url])
  return opened
}
