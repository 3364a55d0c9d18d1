import { Link } from '@inertiajs/react'
import { Section } from '~/kit/detail/detail_page'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import styles from './dashboard.module.css'

/** Something about a connection to a bank that somebody has to look at. */
export type IntegrationAlert = {
  key: string
  title: string
  site: string
  text: string
  badge: { label: string; tone: Tone }
  href: string
}

/** Connections that cannot be read or do not add up: nothing while all is in order. */
export function IntegrationList({ alerts }: { alerts: IntegrationAlert[] }) {
  if (alerts.length === 0) return null
  return (
    <Section title="Integraciones">
      <ul className={styles.list}>
        {alerts.map((alert) => (
          <li key={alert.key}>
            <Link href={alert.href} className={styles.item}>
              <span className={styles.name}>{alert.title}</span>
              <span className={styles.figure}>
                <StatusBadge tone={alert.badge.tone} label={alert.badge.label} />
              </span>
              <span className={styles.about}>
                <span>{alert.text}</span>
              </span>
              <span className={styles.about}>
                <span>{alert.site}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
