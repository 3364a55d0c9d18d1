import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import styles from '../issuing.module.css'
import type { IssuedDocument } from './document_page'

type Line = IssuedDocument['lines'][number]
type Tax = IssuedDocument['taxes'][number]

const lineColumns: PlainColumn<Line>[] = [
  { key: 'description', header: 'Concepto', cell: (row) => row.description },
  {
    key: 'tax',
    header: 'Impuesto',
    cell: (row) => <span className={styles.whole}>{row.taxName ?? '–'}</span>,
  },
  { key: 'base', header: 'Importe', numeric: true, cell: (row) => <Money value={row.base} /> },
]

const taxColumns: PlainColumn<Tax>[] = [
  { key: 'name', header: 'Impuesto', cell: (row) => row.name },
  { key: 'key', header: 'Clave AEAT', cell: (row) => row.key },
  { key: 'base', header: 'Base', numeric: true, cell: (row) => <Money value={row.base} /> },
  { key: 'vat', header: 'Cuota', numeric: true, cell: (row) => <Money value={row.vat} /> },
]

/** What is on the paper. */
export function DocumentPart({ document }: { document: IssuedDocument }) {
  return (
    <div className={styles.sections}>
      <div className={styles.parties}>
        <Party title="Emisor" party={document.issuer} />
        <Party title="Destinatario" party={document.recipient} />
      </div>
      <Section title="Conceptos">
        <p className={styles.quiet}>{document.description}</p>
        <PlainTable
          label="Conceptos"
          rows={document.lines}
          columns={lineColumns}
          keyOf={(row) => row.position}
          totals={{ description: 'Base', base: <Money value={document.base} /> }}
        />
      </Section>
      {document.isInvoice ? (
        <Section title="Impuestos">
          <PlainTable
            label="Impuestos"
            rows={document.taxes}
            columns={taxColumns}
            keyOf={(row) => row.position}
            totals={{
              name: 'Total',
              base: <Money value={document.base} />,
              vat: <Money value={document.vat} />,
            }}
          />
        </Section>
      ) : null}
    </div>
  )
}

function Party({ title, party }: { title: string; party: IssuedDocument['issuer'] }) {
  return (
    <section className={styles.party} aria-label={title}>
      <p className={styles.quiet}>{title}</p>
      <p className={styles.name}>{party.name}</p>
      {party.taxId ? <p>NIF {party.taxId}</p> : null}
      {party.address ? <p>{party.address}</p> : null}
    </section>
  )
}
