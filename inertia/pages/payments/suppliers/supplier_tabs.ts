import type { ListTabsOf } from '~/kit/list_tabs'

/** The tabs of the screen; the list brings how many rows each holds. */
export const supplierTabs: ListTabsOf = {
  name: 'tab',
  options: [
    { value: 'pending', label: 'Pendientes' },
    { value: 'provisions', label: 'Provisiones' },
    { value: 'draft', label: 'Borradores' },
    { value: 'buffer', label: 'Bolsa' },
    { value: 'sent', label: 'Enviados' },
    { value: 'incident', label: 'Con incidencia' },
    { value: 'history', label: 'Historial' },
  ],
}
