/** The way of a payment, as the tabs of every page of payments have it. */
export const orderTabs = [
  { value: 'draft', label: 'Borradores' },
  { value: 'buffer', label: 'Bolsa' },
  { value: 'sent', label: 'En remesa' },
  { value: 'incident', label: 'Con incidencia' },
  { value: 'history', label: 'Historial' },
]
