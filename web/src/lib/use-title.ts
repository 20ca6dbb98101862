// The document's title: what the tab says. A part that ends (a drawer) gives back the title it found.
import { useEffect } from 'react'

export const useTitle = (title: string): void => {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · Padrón`
    return () => {
      document.title = before
    }
  }, [title])
}
