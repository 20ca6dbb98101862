// The document's title: what the tab says.
import { useEffect } from 'react'

export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Padrón`
  }, [title])
}
