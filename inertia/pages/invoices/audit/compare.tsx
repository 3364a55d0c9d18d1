import { Link } from '@inertiajs/react'
import type { ReactNode } from 'react'
import { Day } from '~/kit/day'
import { DocumentViewer } from '~/kit/detail/document_viewer'
import { Money } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { Sheet } from './alarm_types'
import styles from './audit.module.css'

type Compared = { label: string; shown: (sheet: Sheet) => ReactNode; same: (sheet: Sheet) => string | null }

const money = ({ minor, currency }: Sheet['total']) => `${minor} ${currency}`

const compared: Compared[] = [
  { label: 'Número', shown: (sheet) => sheet.number ?? '–', same: (sheet) => sheet.number },
  { label: 'Proveedor', shown: (sheet) => sheet.provider ?? '–', same: (sheet) => sheet.provider },
  { label: 'Empresa', shown: (sheet) => sheet.site ?? '–', same: (sheet) => sheet.site },
  { label: 'Fecha', shown: (sheet) => <Day value={sheet.issuedOn} />, same: (sheet) => sheet.issuedOn },
  { label: 'Vencimiento', shown: (sheet) => <Day value={sheet.dueOn} />, same: (sheet) => sheet.dueOn },
  { label: 'Base', shown: (sheet) => <Money value={sheet.base} />, same: (sheet) => money(sheet.base) },
  { label: 'IVA', shown: (sheet) => <Money value={sheet.vat} />, same: (sheet) => money(sheet.vat) },
  { label: 'Total', shown: (sheet) => <Money value={sheet.total} />, same: (sheet) => money(sheet.total) },
  {
    label: 'Líneas',
    shown: (sheet) => sheet.lines.join(' · ') || '–',
    same: (sheet) => sheet.lines.join('|') || null,
  },
  { label: 'Estado', shown: (sheet) => sheet.status.label, same: () => null },
]

/** The invoice beside those it was compared with: equal fields marked, and the documents of the first two. */
export function Compare({ invoice, others }: { invoice: Sheet; others: Sheet[] }) {
  const sheets = [invoice, ...others]
  const isSame = ({ same }: Compared, sheet: Sheet) =>
    others.length > 0 &&
    same(sheet) !== null &&
    (sheet === invoice ? others.some((one) => same(one) === same(invoice)) : same(sheet) === same(invoice))
  return (
    <>
      <section aria-label="Comparar">
        <h3>{others.length > 0 ? 'Comparar' : 'La factura'}</h3>
        <PlainTable
          label="Datos de las facturas"
          rows={compared}
          keyOf={(row) => row.label}
          columns={[
            { key: 'label', header: 'Dato', cell: (row) => row.label },
            ...sheets.map((sheet) => ({
              key: String(sheet.id),
              header: sheet.reference,
              cell: (row: Compared) =>
                isSame(row, sheet) ? (
                  <span className={styles.same}>
                    {row.shown(sheet)}
                    <span className="only-read"> (igual)</span>
                  </span>
                ) : (
                  row.shown(sheet)
                ),
            })),
          ]}
        />
      </section>
      <div className={styles.sides}>
        {sheets.slice(0, 2).map((sheet) => (
          <section key={sheet.id} aria-label={`Documento de ${sheet.reference}`}>
            <h3>
              <Link href={urlFor('invoices.show', { id: sheet.id })}>{sheet.reference}</Link>
            </h3>
            {sheet.pages.length > 0 ? (
              <DocumentViewer label={sheet.reference} pages={sheet.pages} />
            ) : (
              <p className={styles.quiet}>No tiene documento con páginas.</p>
            )}
          </section>
        ))}
      </div>
    </>
  )
}
