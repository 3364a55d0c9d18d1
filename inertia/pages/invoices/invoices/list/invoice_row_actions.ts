import type { RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { openOriginal } from '../document/open_original'
import type { InvoiceRow } from './invoice_row'

/** What may be done with an invoice without opening it. Approving is not among them: it needs the document in view. */
export const invoiceRowActions: RowAction<InvoiceRow>[] = [
  { label: 'Revisar', href: (row) => urlFor('invoices.show', { id: row.id }) },
  {
    label: 'Enviar a aprobación',
    transition: 'submit',
    confirm: (row) => ({
      title: 'Enviar a aprobación',
      question: `«${row.reference}» de ${row.provider ?? 'proveedor sin asignar'} pasará a sus aprobadores.`,
      submitLabel: 'Enviar a aprobación',
      url: urlFor('invoices.submit', { id: row.id }),
    }),
  },
  {
    label: 'Leer de nuevo',
    transition: 'analyse',
    confirm: (row) => ({
      title: 'Leer de nuevo',
      question: `Se volverá a leer el documento de «${row.reference}».`,
      submitLabel: 'Leer de nuevo',
      url: urlFor('invoices.reread', { id: row.id }),
    }),
  },
  { label: 'Descargar original', transition: 'download_original', onSelect: (row) => openOriginal(row.id) },
]
