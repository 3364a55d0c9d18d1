import { Day } from '~/kit/day'
import type { Column } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { ActiveCheckbox } from './active_checkbox'
import type { ProviderRow } from './provider_row'
import styles from './providers.module.css'

export function providerColumns(onToggle: (row: ProviderRow) => void): Column<ProviderRow>[] {
  return [
    {
      key: 'name',
      header: 'Proveedor',
      width: 220,
      sortable: true,
      cell: (row) => <ProviderName row={row} />,
    },
    {
      key: 'code',
      header: 'Código',
      sortable: true,
      card: 'hidden',
      cell: (row) => <span className="num">{row.code}</span>,
    },
    { key: 'tax_id', header: 'NIF', cell: (row) => <span className="num">{row.tax_id ?? '–'}</span> },
    { key: 'category', header: 'Categoría', width: 180, cell: (row) => row.category ?? '–' },
    { key: 'profile', header: 'Perfil', width: 160, optional: true, cell: (row) => row.profile ?? '–' },
    { key: 'bank', header: 'Banco', cell: (row) => <DefaultBank bank={row.bank} /> },
    {
      key: 'pending',
      header: 'Pendiente de pago',
      numeric: true,
      card: 'figure',
      cell: (row) => <Money value={row.pending} />,
    },
    {
      key: 'invoiced_12m',
      header: 'Facturado 12 m',
      numeric: true,
      card: 'hidden',
      cell: (row) => <Money value={row.invoiced_12m} />,
    },
    {
      key: 'last_invoice_on',
      header: 'Última factura',
      card: 'hidden',
      cell: (row) => <Day value={row.last_invoice_on} />,
    },
    {
      key: 'active',
      header: 'Activo',
      cell: (row) => (
        <ActiveCheckbox
          name={row.name}
          isActive={row.active}
          // The same roles may block and deactivate.
          isDisabled={!row.actions.includes('block')}
          onToggle={() => onToggle(row)}
        />
      ),
    },
    { key: 'status', header: 'Estado', optional: true, cell: (row) => <StatusBadge {...row.status} /> },
  ]
}

function ProviderName({ row }: { row: ProviderRow }) {
  return (
    <>
      {row.name}
      {row.trade_name ? <span className={styles.quiet}> · {row.trade_name}</span> : null}
    </>
  )
}

function DefaultBank({ bank }: Pick<ProviderRow, 'bank'>) {
  if (!bank) return <span className={styles.quiet}>Sin cuenta</span>
  return (
    <span className={styles.bank}>
      <span className="num">{bank.iban}</span>
      <StatusBadge tone={bank.tone} label={bank.label} />
    </span>
  )
}
