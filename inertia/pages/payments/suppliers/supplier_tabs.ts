import type { ListTabsOf } from '~/kit/list_tabs'

const names = [
  ['pending', 'Pendientes'],
  ['draft', 'Borradores'],
  ['buffer', 'Bolsa'],
  ['sent', 'Enviados'],
  ['incident', 'Con incidencia'],
  ['history', 'Historial'],
] as const

/** The tabs of the screen; those that wait for somebody say how many. */
export function supplierTabs(counters: Record<string, number>): ListTabsOf {
  return {
    name: 'tab',
    options: names.map(([value, label]) => {
      const count = value === 'history' ? 0 : (counters[value] ?? 0)
      return { value, label: count > 0 ? `${label} (${count})` : label }
    }),
  }
}
