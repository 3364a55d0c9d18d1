import { Link } from '@inertiajs/react'
import { Anchor } from '@mantine/core'
import styles from './entries.module.css'
import type { Affected } from './entry_page'

/** What an entry reaches: accounts, payments and invoices. */
export function AffectedList({ affected }: { affected: Affected[] }) {
  if (affected.length === 0)
    return <p className={styles.small}>No afecta a ningún pago, cuenta ni factura.</p>
  return (
    <ul className={styles.affected}>
      {affected.map((one) => (
        <li key={`${one.kind} ${one.label} ${one.detail}`}>
          <span className={styles.kind}>{one.kind}</span>
          {one.href ? (
            <Anchor component={Link} href={one.href} size="sm">
              {one.label}
            </Anchor>
          ) : (
            one.label
          )}{' '}
          <span className="num">{one.detail}</span>
        </li>
      ))}
    </ul>
  )
}
