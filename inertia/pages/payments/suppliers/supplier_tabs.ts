import type { ListTabsOf } from '~/kit/list/list_tabs'
import { orderTabs } from '../order_tabs'

/** The tabs of the screen; the list brings how many rows each holds. */
export const supplierTabs: ListTabsOf = {
  name: 'tab',
  options: [
    { value: 'pending', label: 'Pendientes' },
    { value: 'provisions', label: 'Provisiones' },
    ...orderTabs,
  ],
}
