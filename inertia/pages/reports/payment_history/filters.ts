import type { Filter, ListOf } from '~/kit/list/list_types'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'

type Option = { value: string; label: string }

export type HistoryRow = {
  id: number
  paidOn: string
  site: string
  payee: string
  concept: string
  document: { label: string; href: string } | null
  kind: string
  amount: MoneyValue | null
  account: string | null
  method: string
  status: { label: string; tone: Tone }
  approvedBy: string | null
  reconciledOn: string | null
  reference: string | null
  isImported: boolean
  hasReceipt: boolean
}

export type HistorySums = { sums: MoneyValue[]; isWhole: boolean }

export type HistoryIndex = {
  payments: ListOf<HistoryRow>
  /** Comes after the page, and only for a list too long to add up at once. */
  longTotals?: HistorySums | null
  kinds: Option[]
  payeeTypes: Option[]
  methods: Option[]
  accounts: Option[]
  categories: Option[]
  canImport: boolean
}

const states: Option[] = [
  { value: 'paid', label: 'Pagado' },
  { value: 'reconciled', label: 'Conciliado' },
  { value: 'failed', label: 'Fallido' },
  { value: 'returned', label: 'Devuelto' },
]
const origins: Option[] = [
  { value: 'order', label: 'Pagado aquí' },
  { value: 'import', label: 'Importado' },
]

/** Filters of the history. */
export function filtersOf({ kinds, payeeTypes, methods, accounts, categories }: HistoryIndex): Filter[] {
  return [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'paid', label: 'Fecha', kind: 'days' },
    { name: 'amount', label: 'Importe', kind: 'amounts' },
    { name: 'kind', label: 'Tipo', kind: 'multi', options: kinds },
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
    { name: 'payee_type', label: 'Tipo de beneficiario', kind: 'multi', options: payeeTypes },
    { name: 'provider_id', label: 'Proveedor', kind: 'picker', url: '/providers/options' },
    { name: 'account_id', label: 'Cuenta', kind: 'multi', options: accounts },
    { name: 'method', label: 'Método', kind: 'multi', options: methods },
    { name: 'iban', label: 'IBAN del beneficiario', kind: 'text' },
    { name: 'user_id', label: 'Solicitado por', kind: 'picker', url: urlFor('historypay.requesters') },
    {
      name: 'category_id',
      label: 'Categoría',
      kind: 'select',
      options: [...categories, { value: 'none', label: 'Sin categoría' }],
    },
    { name: 'origin', label: 'Origen', kind: 'select', options: origins },
  ]
}
