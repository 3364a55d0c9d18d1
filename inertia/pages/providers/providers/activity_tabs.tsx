import { Deferred, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor, withQuery } from '~/urls'
import type { Activity } from './provider_page'
import styles from './providers.module.css'

type Props = { providerId: number; activity?: Activity }

const loading = <p className={styles.small}>Cargando…</p>
const Late = ({ children }: { children: ReactNode }) => (
  <Deferred data="activity" fallback={loading}>
    {children}
  </Deferred>
)

/** The last invoices and payments of a provider, where it stands in the books, and its expense profiles. */
export function activityTabs({ providerId, activity }: Props) {
  const empty: Activity = { invoices: [], payments: [], accounts: [], profiles: [] }
  const shown = activity ?? empty
  return [
    {
      value: 'profiles',
      label: 'Perfiles de gasto',
      content: (
        <Late>
          <Profiles providerId={providerId} profiles={shown.profiles} />
        </Late>
      ),
    },
    {
      value: 'invoices',
      label: 'Facturas',
      content: (
        <Late>
          <Invoices providerId={providerId} invoices={shown.invoices} />
        </Late>
      ),
    },
    {
      value: 'payments',
      label: 'Pagos',
      content: (
        <Late>
          <Payments payments={shown.payments} />
        </Late>
      ),
    },
    {
      value: 'ledger',
      label: 'Extracto (mayor)',
      content: (
        <Late>
          <Accounts accounts={shown.accounts} />
        </Late>
      ),
    },
  ]
}

function Profiles({ providerId, profiles }: { providerId: number; profiles: Activity['profiles'] }) {
  return (
    <div className={styles.stack}>
      <div>
        <Button
          component={Link}
          size="xs"
          variant="default"
          href={urlFor('providers.profiles.index', { id: providerId })}
        >
          Abrir los perfiles y el probador
        </Button>
      </div>
      <PlainTable
        label="Perfiles de gasto"
        rows={profiles}
        keyOf={(profile) => profile.id}
        empty="Este proveedor no tiene perfiles propios: se usan los de todo el grupo y su categoría por defecto."
        columns={[
          {
            key: 'name',
            header: 'Perfil',
            cell: (profile) => (
              <Link href={urlFor('providers.profiles.show', { profile: profile.id })}>{profile.name}</Link>
            ),
          },
          { key: 'category', header: 'Categoría', cell: (profile) => profile.category },
          {
            key: 'active',
            header: 'Estado',
            cell: (profile) => (
              <StatusBadge
                tone={profile.active ? 'green' : 'grey'}
                label={profile.active ? 'Activo' : 'Inactivo'}
              />
            ),
          },
        ]}
      />
    </div>
  )
}

function Invoices({ providerId, invoices }: { providerId: number; invoices: Activity['invoices'] }) {
  return (
    <div className={styles.stack}>
      <PlainTable
        label="Últimas facturas"
        rows={invoices}
        keyOf={(invoice) => invoice.id}
        empty="Este proveedor no tiene facturas."
        columns={[
          {
            key: 'reference',
            header: 'Factura',
            cell: (invoice) => (
              <Link href={urlFor('invoices.show', { id: invoice.id })}>
                {invoice.number ?? invoice.reference}
              </Link>
            ),
          },
          { key: 'day', header: 'Fecha', cell: (invoice) => <Day value={invoice.issuedOn} /> },
          { key: 'site', header: 'Empresa', cell: (invoice) => invoice.site ?? '–' },
          {
            key: 'total',
            header: 'Total',
            numeric: true,
            cell: (invoice) => <Money value={invoice.total} />,
          },
          {
            key: 'outstanding',
            header: 'Pendiente',
            numeric: true,
            cell: (invoice) => <Money value={invoice.outstanding} />,
          },
          { key: 'booked', header: 'Contabilizada', cell: (invoice) => (invoice.isBooked ? 'Sí' : 'No') },
        ]}
      />
      <div>
        <Link href={withQuery(urlFor('invoices'), { provider_id: providerId })}>Ver todas las facturas</Link>
      </div>
    </div>
  )
}

function Payments({ payments }: { payments: Activity['payments'] }) {
  return (
    <PlainTable
      label="Últimos pagos"
      rows={payments}
      keyOf={(payment) => payment.id}
      empty="Aún no hay pagos a este proveedor."
      columns={[
        {
          key: 'number',
          header: 'Orden',
          cell: (payment) => (
            <Link href={urlFor('payment_orders.show', { id: payment.id })}>{payment.number}</Link>
          ),
        },
        { key: 'day', header: 'Ejecución', cell: (payment) => <Day value={payment.on} /> },
        { key: 'site', header: 'Empresa', cell: (payment) => payment.site },
        {
          key: 'amount',
          header: 'Importe',
          numeric: true,
          cell: (payment) => <Money value={payment.amount} />,
        },
        { key: 'status', header: 'Estado', cell: (payment) => <StatusBadge {...payment.status} /> },
      ]}
    />
  )
}

function Accounts({ accounts }: { accounts: Activity['accounts'] }) {
  return (
    <PlainTable
      label="Cuentas del proveedor"
      rows={accounts}
      keyOf={(account) => account.id}
      empty="Este proveedor aún no tiene cuenta en ningún libro: se abre con su primera factura contabilizada."
      columns={[
        { key: 'site', header: 'Empresa', cell: (account) => account.site },
        {
          key: 'code',
          header: 'Cuenta',
          cell: (account) => (
            <Link className="num" href={urlFor('accounts.ledger', { account: account.id })}>
              {account.code}
            </Link>
          ),
        },
        {
          key: 'balance',
          header: 'Se le debe',
          numeric: true,
          cell: (account) => <Money value={account.balance} />,
        },
      ]}
    />
  )
}
