import type { ListTabsOf } from '~/kit/list_tabs'

const names = [
  { value: 'all', label: 'Todas' },
  { value: 'review', label: 'Por revisar' },
  { value: 'approval', label: 'Pendientes de aprobación' },
  { value: 'approved', label: 'Aprobadas' },
  { value: 'booked', label: 'Contabilizadas' },
  { value: 'alarms', label: 'Con alarmas' },
  { value: 'no_provider', label: 'Sin proveedor' },
  { value: 'no_site', label: 'Sin empresa' },
  { value: 'failed', label: 'Fallidas' },
]

/** The server stops counting here. */
const countMax = 999

/** The states of the index as tabs, each with how many invoices it holds. */
export function invoiceTabs(counters: Record<string, number>): ListTabsOf {
  return {
    name: 'tab',
    options: names.map(({ value, label }) => ({ value, label: withCount(label, counters[value]) })),
  }
}

function withCount(label: string, count: number | undefined): string {
  if (count === undefined) return label
  return `${label} · ${count >= countMax ? `${countMax}+` : count}`
}
