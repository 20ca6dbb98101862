// The library's own words, of those of its components that the console uses: its whole Spanish would be most of the shell.
import type { ConfigProviderProps } from 'antd'

export const ANTD_WORDS: NonNullable<ConfigProviderProps['locale']> = {
  locale: 'es',
  global: { placeholder: 'Seleccione', close: 'Cerrar', show: 'Mostrar', hide: 'Ocultar', sortable: 'ordenable' },
  Empty: { description: 'No hay datos' },
  Pagination: {
    items_per_page: '/ página',
    jump_to: 'Ir a',
    jump_to_confirm: 'confirmar',
    page: 'Página',
    prev_page: 'Página anterior',
    next_page: 'Página siguiente',
    prev_5: '5 páginas previas',
    next_5: '5 páginas siguientes',
    prev_3: '3 páginas previas',
    next_3: '3 páginas siguientes',
    page_size: 'tamaño de página',
  },
}
