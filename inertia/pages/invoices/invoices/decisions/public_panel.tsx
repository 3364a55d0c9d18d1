import { Link } from '@inertiajs/react'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { Day, Instant } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from '../parts.module.css'
import type { ReviewPage } from '../review/review_types'

/** Who sent the invoice over the public page and what they said of it, marked where the document says otherwise. */
export function PublicPanel({ page }: { page: ReviewPage }) {
  const { submission, invoice } = page
  if (submission === null) return null
  return (
    <Section
      title="Registro público"
      actions={
        invoice.isInQuarantine ? (
          <StatusBadge tone="amber" label="En cuarentena" />
        ) : submission.acceptedAt ? (
          <StatusBadge tone="green" label="Aceptada" />
        ) : null
      }
    >
      <dl className={styles.declared}>
        {declaredRows(submission, page.places).map(({ label, value, differs }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value} {differs ? <StatusBadge tone="red" label="No coincide con el documento" /> : null}
            </dd>
          </div>
        ))}
        {submission.sameFileAs === null ? null : (
          <div>
            <dt>Archivo</dt>
            <dd>
              Es el mismo que el de{' '}
              <Link href={urlFor('invoices.show', { id: submission.sameFileAs })}>otra factura</Link>.
            </dd>
          </div>
        )}
        {submission.acceptedAt ? (
          <div>
            <dt>Aceptada por</dt>
            <dd>
              {submission.acceptedBy} · <Instant value={submission.acceptedAt} />
            </dd>
          </div>
        ) : null}
      </dl>
    </Section>
  )
}

type Submission = NonNullable<ReviewPage['submission']>

/** What the sender declared, and whether the document says otherwise. */
function declaredRows(submission: Submission, places: ReviewPage['places']) {
  const read = (name: string) => places.find((place) => place.name === name)?.value ?? null
  const { declared } = submission
  return [
    { label: 'Enviada por', value: `${submission.name} · ${submission.email}`, differs: false },
    { label: 'Código', value: <span className="num">{submission.code}</span>, differs: false },
    {
      label: 'NIF emisor',
      value: declared.providerTaxId,
      differs: isOther(read('providerTaxId'), declared.providerTaxId, normalizeTaxId),
    },
    {
      label: 'NIF receptor',
      value: declared.customerTaxId ?? 'Por el enlace de la empresa',
      differs: isOther(read('customerTaxId'), declared.customerTaxId, normalizeTaxId),
    },
    {
      label: 'Número',
      value: declared.invoiceNumber,
      differs: isOther(read('invoiceNumber'), declared.invoiceNumber, plain),
    },
    {
      label: 'Fecha',
      value: <Day value={declared.issuedOn} />,
      differs: isOther(read('issueDate'), declared.issuedOn, String),
    },
    {
      label: 'Total',
      value: <Money value={{ minor: declared.totalMinor, currency: 'EUR' }} />,
      differs: isOther(read('total'), String(declared.totalMinor), String),
    },
  ]
}

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Only what the document says can differ. */
const isOther = (read: string | null, declared: string | null, same: (text: string) => string) =>
  read !== null && declared !== null && same(read) !== same(declared)
