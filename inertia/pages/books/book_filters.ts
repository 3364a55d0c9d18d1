import type { Filter } from '~/kit/list/list_types'

/** Companies and days, which every report of the books is narrowed by. */
export const bookFilters: Filter[] = [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  { name: 'posted', label: 'Fecha', kind: 'days' },
]
