import { IconFileCode, IconFileOff } from '@tabler/icons-react'
import { formatIban } from '#app/kernel/identifiers/iban'
import { isCalendarDate } from '#app/kernel/time/calendar_date'
import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import styles from '../document/document.module.css'
import { SignatureNote } from '../document/signature_note'
import text from '../document/text.module.css'
import { docTypeLabels } from '../header/doc_types'
import type { ReadPlace, ReviewPage } from './review_types'

const amounts = new Set(['taxBase', 'taxTotal', 'withholding', 'total', 'amountDue'])

/** What an electronic invoice says: it has no pages to look at, its data are the document. One without any file says so. */
export function ReadFacts({ page: { invoice, places, files } }: { page: ReviewPage }) {
  const original = files.find((file) => file.kind === 'original')
  const read = places.filter((place) => place.value !== null)
  if (!original && read.length === 0)
    return (
      <section className={styles.card} aria-label={`Contenido de ${invoice.reference}`}>
        <header className={styles.cardHead}>
          <IconFileOff size={28} stroke={1.4} aria-hidden="true" />
          <div>
            <h2>Sin documento</h2>
            <p className={text.quiet}>Se registró sin archivo: sus datos se introdujeron a mano.</p>
          </div>
        </header>
      </section>
    )
  return (
    <section className={styles.card} aria-label={`Contenido de ${invoice.reference}`}>
      <header className={styles.cardHead}>
        <IconFileCode size={28} stroke={1.4} aria-hidden="true" />
        <div>
          <h2>Factura electrónica</h2>
          <p className={text.quiet}>{original?.name ?? 'Documento sin páginas'}</p>
        </div>
      </header>
      <SignatureNote signature={invoice.signature} />
      {read.length === 0 ? (
        <p className={text.quiet}>Todavía no se ha leído nada de este archivo.</p>
      ) : (
        <Facts
          facts={read.map((place) => ({ label: place.label, value: readValue(place, invoice.currency) }))}
        />
      )}
    </section>
  )
}

function readValue({ name, value }: ReadPlace, currency: string) {
  const text = value ?? ''
  if (amounts.has(name)) return <Money value={{ minor: Number(text), currency }} />
  if (name === 'providerIban') return <span className="num">{formatIban(text)}</span>
  if (name === 'documentType') return docTypeLabels[text as keyof typeof docTypeLabels] ?? text
  return isCalendarDate(text) ? <Day value={text} /> : text
}
