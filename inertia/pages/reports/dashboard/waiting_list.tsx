import { Link } from '@inertiajs/react'
import { countText, Day } from '~/kit/day'
import { Section } from '~/kit/detail_page'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from './dashboard.module.css'
import type { Figures, Waiting } from './dashboard_page'

type Props = { waiting: Waiting[]; figures: Figures; siteIds: number[] }

/** Payments and invoices that wait for a decision of who looks, the oldest first. */
export function WaitingList({ waiting, figures, siteIds }: Props) {
  return (
    <Section
      title="Pendientes de mi aprobación"
      actions={
        <span className={styles.links}>
          <Link href={urlFor('invoices', null, { tab: 'approval', site_ids: siteIds })}>
            Facturas por aprobar: {countText(figures.approval)}
          </Link>
          <Link href={urlFor('paysuppliers', null, { tab: 'buffer', site_ids: siteIds })}>
            Pagos en la bolsa: {countText(figures.buffer)}
          </Link>
        </span>
      }
    >
      {waiting.length === 0 ? <p className={styles.none}>Nada espera su aprobación.</p> : null}
      <ul className={styles.list}>
        {waiting.map((item) => (
          <li key={`${item.kind}-${item.id}`}>
            <Link href={hrefOf(item)} className={styles.item}>
              <span className={styles.name}>{item.detail}</span>
              <span className={styles.figure}>
                <Money value={item.amount} />
              </span>
              <span className={styles.about}>
                <span>
                  {item.kind === 'payment' ? 'Pago' : 'Factura'} {item.title}
                </span>
                <span>{item.site}</span>
              </span>
              <span className={styles.about}>
                {item.since ? (
                  <span>
                    desde el <Day value={item.since} />
                  </span>
                ) : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function hrefOf({ kind, id }: Waiting): string {
  return kind === 'payment' ? urlFor('payment_orders.show', { id }) : urlFor('invoices.show', { id })
}
