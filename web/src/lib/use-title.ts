// Sets the document's title. A part that unmounts (a drawer) restores the former title.
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
