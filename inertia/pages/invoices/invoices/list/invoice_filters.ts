import type { Filter } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import type { Choice } from './invoice_row'

type Choices = {
  statuses: Choice[]
  paymentStates: Choice[]
  sources: Choice[]
  categories: Choice[]
  alarmCodes: Choice[]
}

/** Filters of the index; their values live in the URL. */
export function invoiceFilters({
  statuses,
  paymentStates,
  sources,
  categories,
  alarmCodes,
}: Choices): Filter[] {
  return [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'provider_id', label: 'Proveedor', kind: 'picker', url: urlFor('providers.options') },
    { name: 'status', label: 'Estado', kind: 'multi', options: statuses },
    { name: 'payment_state', label: 'Pago', kind: 'multi', options: paymentStates },
    { name: 'issued', label: 'Fecha', kind: 'days' },
    { name: 'due', label: 'Vencimiento', kind: 'days' },
    { name: 'received', label: 'Recibida', kind: 'days' },
    { name: 'posted', label: 'Fecha contable', kind: 'days' },
    { name: 'amount', label: 'Total', kind: 'amounts' },
    {
      name: 'category_id',
      label: 'Categoría',
      kind: 'select',
      options: [...categories, { value: 'none', label: 'Sin categoría' }],
    },
    { name: 'currency', label: 'Moneda (EUR, USD…)', kind: 'text' },
    { name: 'alarm', label: 'Alarma', kind: 'select', options: alarmCodes },
    { name: 'uploader_id', label: 'Subida por', kind: 'picker', url: urlFor('invoices.people') },
    { name: 'source', label: 'Origen', kind: 'multi', options: sources },
  ]
}
