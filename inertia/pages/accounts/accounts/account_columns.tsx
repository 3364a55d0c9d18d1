import { Link } from '@inertiajs/react'
import { countText, Instant } from '~/kit/day'
import type { Column, Filter } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { Option } from './account_props'
import { ColoredName } from './colored_name'
import { IbanCell } from './iban_cell'

export type AccountRow = {
  id: number
  name: string
  site: string
  kind: string
  status: { tone: string; label: string }
  provider: string | null
  iban: string | null
  currency: string | null
  balance: MoneyValue | null
  reported: MoneyValue | null
  difference: MoneyValue | null
  in_transit: MoneyValue | null
  available: MoneyValue | null
  reported_at: string | null
  pending_count: number | null
  color: string | null
  actions: string[]
}

const status: Column<AccountRow> = {
  key: 'status',
  header: 'Estado',
  sortable: true,
  cell: (row) => <StatusBadge tone={row.status.tone as Tone} label={row.status.label} />,
}

/** What everybody sees, user administration too. */
export const nameColumns: Column<AccountRow>[] = [
  { key: 'name', header: 'Cuenta', width: 220, sortable: true, cell: (row) => row.name },
  { key: 'site', header: 'Empresa', width: 130, sortable: true, cell: (row) => row.site },
  { key: 'kind', header: 'Tipo', sortable: true, cell: (row) => row.kind },
  status,
]

/** What the others say already (the currency, the bank's balance, what is in transit) and the bank are shown to who asks. */
export const accountColumns: Column<AccountRow>[] = [
  { key: 'name', header: 'Cuenta', width: 220, sortable: true, cell: (row) => <ColoredName row={row} /> },
  ...nameColumns.slice(1, 3),
  {
    key: 'provider',
    header: 'Entidad',
    width: 130,
    optional: true,
    sortable: true,
    card: 'hidden',
    cell: (row) => row.provider,
  },
  { key: 'iban', header: 'IBAN', cell: (row) => <IbanCell iban={row.iban} /> },
  {
    key: 'currency',
    header: 'Divisa',
    sortable: true,
    optional: true,
    card: 'hidden',
    cell: (row) => row.currency,
  },
  {
    key: 'balance',
    header: 'Saldo contable',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.balance} isAlarming />,
  },
  {
    key: 'reported',
    header: 'Saldo banco',
    numeric: true,
    optional: true,
    card: 'hidden',
    cell: (row) => <Money value={row.reported} />,
  },
  {
    key: 'difference',
    header: 'Diferencia',
    numeric: true,
    cell: (row) => <Money value={row.difference?.minor === 0 ? null : row.difference} look="signed" />,
  },
  {
    key: 'in_transit',
    header: 'En tránsito',
    numeric: true,
    optional: true,
    card: 'hidden',
    cell: (row) => <Money value={row.in_transit?.minor === 0 ? null : row.in_transit} />,
  },
  {
    key: 'available',
    header: 'Disponible',
    numeric: true,
    sortable: true,
    cell: (row) =>
      row.available && row.available.minor !== row.balance?.minor ? (
        <Link href={urlFor('resumen.holds', null, { account_id: row.id })}>
          <Money value={row.available} isAlarming />
        </Link>
      ) : (
        <Money value={row.available} isAlarming />
      ),
  },
  {
    key: 'reported_at',
    header: 'Última actualización',
    sortable: true,
    cell: (row) => <Instant value={row.reported_at} />,
  },
  {
    key: 'pending',
    header: 'Pendientes de conciliar',
    numeric: true,
    cell: (row) =>
      row.pending_count ? (
        <Link href={urlFor('accounts.reconcile', { id: row.id })}>{countText(row.pending_count)}</Link>
      ) : (
        '0'
      ),
  },
  status,
]

const states = [
  { value: 'active', label: 'Activa' },
  { value: 'paused', label: 'Pausada' },
  { value: 'closed', label: 'Cerrada' },
]

type Options = { kinds: Option[]; providers: Option[]; currencies: Option[] }

/** The filters somebody may use; a bank, a currency and a difference are told to those who see figures only. */
export function accountFilters({ kinds, providers, currencies }: Options, seesBalances: boolean): Filter[] {
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'kind', label: 'Tipo', kind: 'multi', options: kinds },
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
  ]
  return seesBalances
    ? [
        ...filters,
        { name: 'provider', label: 'Entidad', kind: 'multi', options: providers },
        { name: 'currency', label: 'Divisa', kind: 'multi', options: currencies },
        { name: 'difference', label: 'Con diferencia', kind: 'check' },
      ]
    : filters
}
