import { Link } from '@inertiajs/react'
import { Instant, Quantity } from '~/kit/day'
import { Money } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor, withQuery } from '~/urls'
import styles from '../audit/audit.module.css'
import { AuditFrame } from '../audit/audit_frame'

type RiskProvider = {
  id: number
  name: string
  score: number
  blocking: number
  high: number
  warning: number
  info: number
  openMinor: number
  newest: string
}
type Props = {
  providers: RiskProvider[]
  weights: { blocking: number; high: number; warning: number; info: number }
  halfDays: number
}

/** Suppliers by the weight of their open alarms. */
export default function RiskProvidersIndex({ providers, weights, halfDays: days }: Props) {
  return (
    <AuditFrame tab="providers" title="Proveedores en riesgo">
      <p className={`${styles.quiet} ${styles.sentence}`}>
        Suma de las alarmas abiertas: bloqueante {weights.blocking}, alta {weights.high}, aviso{' '}
        {weights.warning}, información {weights.info}. Cada {days} días pesan la mitad.
      </p>
      <PlainTable
        label="Proveedores en riesgo"
        rows={providers}
        keyOf={(one) => one.id}
        empty="Ningún proveedor tiene alarmas abiertas."
        phone="cards"
        columns={[
          {
            key: 'name',
            header: 'Proveedor',
            cell: (one) => (
              <Link href={withQuery(urlFor('analyze.invoice'), { provider_id: String(one.id) })}>
                {one.name}
              </Link>
            ),
          },
          { key: 'score', header: 'Riesgo', numeric: true, cell: (one) => <Quantity value={one.score} /> },
          {
            key: 'blocking',
            header: 'Bloqueantes',
            numeric: true,
            cell: (one) => <Quantity value={one.blocking} />,
          },
          { key: 'high', header: 'Altas', numeric: true, cell: (one) => <Quantity value={one.high} /> },
          {
            key: 'warning',
            header: 'Avisos',
            numeric: true,
            cell: (one) => <Quantity value={one.warning} />,
          },
          {
            key: 'info',
            header: 'Informativas',
            numeric: true,
            cell: (one) => <Quantity value={one.info} />,
          },
          {
            key: 'open',
            header: 'Pendiente de pago',
            numeric: true,
            cell: (one) => <Money value={{ minor: one.openMinor, currency: 'EUR' }} />,
          },
          { key: 'newest', header: 'Última alarma', cell: (one) => <Instant value={one.newest} /> },
        ]}
      />
    </AuditFrame>
  )
}
