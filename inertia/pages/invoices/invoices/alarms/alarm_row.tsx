import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import text from '../document/text.module.css'
import styles from '../parts.module.css'
import type { Alarm } from '../review/review_parts'
import { severityOf } from './severity'

const outcomes: Readonly<Record<string, string>> = {
  resolved: 'Resuelta',
  false_positive: 'Falsa alarma',
  snoozed: 'Pospuesta',
}

type Props = { alarm: Alarm; onResolve?: () => void }

/** One alarm: how grave, what is wrong, the other invoice it names, and its way out. */
export function AlarmRow({ alarm, onResolve }: Props) {
  const outcome = outcomes[alarm.status]
  return (
    <li className={styles.alarm}>
      {outcome ? (
        <StatusBadge tone="grey" label={outcome} />
      ) : (
        <StatusBadge {...severityOf(alarm.severity)} />
      )}
      <div className={styles.alarmText}>
        {alarm.message}
        {alarm.by && alarm.at ? (
          <p className={text.quiet}>
            {alarm.by}, <Instant value={alarm.at} />
          </p>
        ) : null}
        {alarm.reason ? <p className={text.quiet}>Motivo: {alarm.reason}</p> : null}
        {alarm.relatedInvoiceId === null ? null : (
          <div>
            <Link href={urlFor('invoices.show', { id: alarm.relatedInvoiceId })}>Ver la otra factura</Link>
          </div>
        )}
      </div>
      {onResolve ? (
        <Button size="compact-sm" variant="default" onClick={onResolve}>
          Resolver
        </Button>
      ) : null}
    </li>
  )
}
