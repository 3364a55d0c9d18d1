import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from './dashboard.module.css'
import type { Due } from './dashboard_page'

/** The invoices that fall due next, those overdue first. */
export function DueList({ due }: { due: Due[] }) {
  return (
    <Section
      title="Próximos vencimientos"
      actions={
        <span className={styles.links}>
          <Link href={urlFor('paysuppliers')}>Ver todos</Link>
        </span>
      }
    >
      {due.length === 0 ? <p className={styles.none}>No hay facturas pendientes de pago.</p> : null}
      <ul className={styles.list}>
        {due.map((invoice) => (
          <li key={invoice.id}>
            <Link href={urlFor('invoices.show', { id: invoice.id })} className={styles.item}>
              <span className={styles.name}>{invoice.provider}</span>
              <span className={styles.figure}>
                <Money value={invoice.pending} />
              </span>
              <span className={styles.about}>{invoice.site}</span>
              <span className={styles.about}>
                {invoice.isOverdue ? <StatusBadge tone="amber" label="Vencida" /> : null}
                <Day value={invoice.dueOn} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
