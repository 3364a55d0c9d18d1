import { Anchor } from '@mantine/core'
import { Instant } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import type { BillingRecord } from './document_page'

type Props = { invoiceId: number; records: BillingRecord[] }

/** Each record of the document with its place in the chain and AEAT's answer, the latest first. */
export function RecordsPart({ invoiceId, records }: Props) {
  if (records.length === 0)
    return <p className={styles.quiet}>Este documento no genera registros de facturación.</p>
  return (
    <ol className={styles.records} reversed>
      {records.map((record) => (
        <li key={record.id}>
          <div className={styles.recordHead}>
            <h3>{record.title}</h3>
            <StatusBadge {...record.badge} />
            <Anchor size="sm" href={urlFor('issued-invoices.record', { id: invoiceId, record: record.id })}>
              XML
            </Anchor>
          </div>
          <p className={styles.quiet}>
            Registro {record.seq} de la cadena · <Instant value={record.at} />
            {record.attempts > 1 ? ` · ${record.attempts} envíos` : ''}
          </p>
          <Answer record={record} />
          <Chain record={record} />
        </li>
      ))}
    </ol>
  )
}

function Answer({ record }: { record: BillingRecord }) {
  const { code, message, csv, answeredAt } = record
  if (answeredAt === null) return null
  return (
    <p className={styles.answer} data-tone={record.badge.tone}>
      {code === null ? 'Contestado' : `${code} · ${message ?? ''}`} (<Instant value={answeredAt} />)
      {csv ? <span className={styles.quiet}> · CSV {csv}</span> : null}
    </p>
  )
}

/** Hashes are for machines: folded away. */
function Chain({ record }: { record: BillingRecord }) {
  return (
    <details className={styles.hash}>
      <summary>Huella …{record.hash.slice(-8)}</summary>
      <p>
        Huella: <span className={styles.mono}>{record.hash}</span>
      </p>
      <p>
        Anterior:{' '}
        {record.previousHash === null ? (
          'primer registro de la cadena'
        ) : (
          <span className={styles.mono}>{record.previousHash}</span>
        )}
      </p>
    </details>
  )
}
