import type { ListTabsOf } from '~/kit/list/list_tabs'

/** The states of the index as tabs; the list brings how many invoices each holds. */
export const invoiceTabs: ListTabsOf = {
  name: 'tab',
  options: [
    { value: 'all', label: 'Todas' },
    { value: 'review', label: 'Por revisar' },
    { value: 'returned', label: 'Devueltas' },
    { value: 'approval', label: 'Pendientes de aprobación' },
    { value: 'approved', label: 'Aprobadas' },
    { value: 'booked', label: 'Contabilizadas' },
    { value: 'alarms', label: 'Con alarmas' },
    { value: 'no_provider', label: 'Sin proveedor' },
    { value: 'no_site', label: 'Sin empresa' },
    { value: 'failed', label: 'Fallidas' },
  ],
}
