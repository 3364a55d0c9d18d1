import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { countText } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import type { BankHead, ConnectionHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'

type Props = { bank: BankHead; connections: ConnectionHead[] }

/** Two rows of a desk; the others are one click away. */
const FIRST = 6

/** The connections that the accounts hang on; those who may change them come to each from here. */
export function ConnectionCards({ bank, connections }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const urls = bankUrls(bank.path)
  if (connections.length === 0) return null
  const shown = showsAll ? connections : connections.slice(0, FIRST)
  return (
    <>
      <ul className={styles.connections} aria-label="Conexiones">
        {shown.map(({ id, label, site, status, environment }) => (
          <li key={id} className={styles.connection}>
            <span>
              {bank.can.connect ? (
                <Link href={urls.edit(id)} className={styles.name}>
                  {label}
                </Link>
              ) : (
                <span className={styles.name}>{label}</span>
              )}
              <span className={styles.quiet}>
                {site} · {environment}
              </span>
            </span>
            <StatusBadge {...status} />
          </li>
        ))}
      </ul>
      {connections.length > FIRST ? (
        <Button variant="subtle" size="compact-sm" mb={8} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Ver menos' : `Ver las ${countText(connections.length)} conexiones`}
        </Button>
      ) : null}
    </>
  )
}
