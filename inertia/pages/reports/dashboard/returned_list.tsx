import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from './dashboard.module.css'
import type { Returned } from './dashboard_page'

const words = { return: 'Devuelta', reject: 'Rechazada', unbook: 'Descontabilizada' } as const

/** Invoices that came back to be reviewed: who sent them back and why, until they go on their way again. */
export function ReturnedList({ returned, siteIds }: { returned: Returned[]; siteIds: number[] }) {
  if (returned.length === 0) return null
  return (
    <Section
      title="Facturas devueltas a revisión"
      actions={<Link href={urlFor('invoices', null, { tab: 'returned', site_ids: siteIds })}>Ver todas</Link>}
    >
      <ul className={styles.list}>
        {returned.map((item) => (
          <li key={item.id}>
            <Link href={urlFor('invoices.show', { id: item.id })} className={styles.item}>
              <span className={styles.name}>{item.provider ?? 'Sin proveedor'}</span>
              <span className={styles.figure}>
                <StatusBadge tone="amber" label={words[item.how]} />
              </span>
              <span className={styles.about}>
                <span>Factura {item.number}</span>
                <span>{item.site ?? 'Sin empresa'}</span>
              </span>
              <span className={styles.about}>
                <span>
                  {item.by ?? 'El sistema'}, <Day value={item.on} />
                </span>
                <span>{item.reason}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
