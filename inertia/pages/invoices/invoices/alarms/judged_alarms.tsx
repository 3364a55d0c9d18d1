import { Link } from '@inertiajs/react'
import { Instant } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import text from '../document/text.module.css'
import styles from '../parts.module.css'
import type { ReviewPage } from '../review/review_types'

/** What the checks found and somebody judged since, copies above all: in view of whoever decides next. */
export function JudgedAlarms({ page: { judged } }: { page: ReviewPage }) {
  if (judged.length === 0) return null
  return (
    <ul className={styles.alarms} aria-label="Lo que otros han juzgado">
      {judged.map((said) => (
        <li key={said.key} className={styles.alarm}>
          <StatusBadge tone="amber" label={said.verdict} />
          <div className={styles.alarmText}>
            {said.message}
            <p className={text.quiet}>
              {said.by ?? 'Sistema'}, <Instant value={said.at} />
              {said.reason ? `: ${said.reason}` : ''}
            </p>
            {said.relatedInvoiceId === null ? null : (
              <Link href={urlFor('invoices.show', { id: said.relatedInvoiceId })}>Ver la otra factura</Link>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
