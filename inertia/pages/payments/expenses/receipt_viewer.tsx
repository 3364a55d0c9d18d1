import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import { Facts } from '~/kit/detail/detail_page'
import { DocumentViewer } from '~/kit/detail/document_viewer'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import type { NoteHead, Receipt } from './expense_page'
import styles from './expenses.module.css'

/** The receipts, one at a time, with what was read of each beside what was typed. */
export function ReceiptViewer({ note, receipts }: { note: NoteHead; receipts: Receipt[] }) {
  const [chosen, setChosen] = useState(receipts[0]?.id ?? null)
  const receipt = receipts.find(({ id }) => id === chosen) ?? receipts[0]
  if (!receipt) return <p className={styles.quiet}>La nota no tiene justificantes.</p>
  const address = { id: note.id, receipt: receipt.id }
  return (
    <section className={styles.receipts} aria-label="Justificantes">
      {receipts.length > 1 ? (
        <div className={styles.chosen}>
          {receipts.map(({ id, position, name }) => (
            <Button
              key={id}
              size="compact-sm"
              variant={id === receipt.id ? 'light' : 'default'}
              aria-pressed={id === receipt.id}
              onClick={() => setChosen(id)}
            >
              {position === null ? name : `Gasto ${position}`}
            </Button>
          ))}
        </div>
      ) : null}
      <div className={styles.beside}>
        <DocumentViewer
          key={receipt.id}
          label={receipt.name}
          pages={Array.from({ length: receipt.pages }, (_, index) =>
            urlFor('payexpenses.receipts.page', { ...address, page: index + 1 })
          )}
        />
        <div className={styles.read}>
          <Reading receipt={receipt} />
          <a href={urlFor('payexpenses.receipts.show', address)}>Descargar {receipt.name}</a>
        </div>
      </div>
    </section>
  )
}

function Reading({ receipt: { reading, readingStatus } }: { receipt: Receipt }) {
  if (reading === null)
    return (
      <p className={styles.quiet}>
        {readingStatus === 'failed' ? 'No se ha podido leer.' : 'Se está leyendo el justificante.'}
      </p>
    )
  return (
    <Facts
      facts={[
        {
          label: 'Fecha leída',
          value: reading.issuedOn && isCalendarDate(reading.issuedOn) ? formatDay(reading.issuedOn) : '–',
        },
        { label: 'Total leído', value: reading.total ? <Money value={reading.total} /> : '–' },
        { label: 'IVA leído', value: reading.vat ? <Money value={reading.vat} /> : '–' },
        {
          label: 'Emisor leído',
          value: [reading.supplier, reading.supplierTaxId].filter(Boolean).join(' · ') || '–',
        },
        { label: 'Número leído', value: reading.invoiceNumber ?? '–' },
        { label: 'A nombre de', value: reading.customerTaxId ?? '–' },
      ]}
    />
  )
}
