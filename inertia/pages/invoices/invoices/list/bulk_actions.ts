import type { BulkAction } from '~/kit/list/list_types'
import { showToast } from '~/layouts/flash_toasts'
import { urlFor } from '~/urls'
import type { InvoiceRow } from './invoice_row'

export type BulkDialog = { kind: 'approve' | 'provider' | 'site'; rows: InvoiceRow[] }

const filesMax = 100

/** What every bulk action sends: each invoice as the list showed it. */
export const shownRows = (rows: InvoiceRow[]) => rows.map(({ id, lockVersion }) => ({ id, lockVersion }))

/** What may be done with the invoices that are selected; `open` shows the dialog of those that ask for something. */
export const bulkActions = (open: (dialog: BulkDialog) => void): BulkAction<InvoiceRow>[] => [
  { label: 'Aprobar', transition: 'approve', onSelect: (rows) => open({ kind: 'approve', rows }) },
  {
    label: 'Enviar a aprobación',
    transition: 'submit',
    confirm: (rows) => ({
      title: 'Enviar a aprobación',
      question:
        rows.length === 1
          ? 'La factura pasará a sus aprobadores si no le falta nada.'
          : `${rows.length} facturas pasarán a sus aprobadores. Las que no estén completas se quedan como están, y se dirá por qué.`,
      submitLabel: 'Enviar a aprobación',
      url: urlFor('invoices.bulk.submit'),
      method: 'put',
      values: { invoices: shownRows(rows) },
    }),
  },
  { label: 'Reasignar empresa', onSelect: (rows) => open({ kind: 'site', rows }) },
  { label: 'Reasignar proveedor', onSelect: (rows) => open({ kind: 'provider', rows }) },
  {
    label: 'Descargar ZIP',
    onSelect: downloadOriginals,
  },
  {
    label: 'Exportar XLSX',
    onSelect: (rows) => download(urlFor('invoices', null, { ids: idsOf(rows), export: 'xlsx' }), rows),
  },
]

const idsOf = (rows: InvoiceRow[]) => rows.map(({ id }) => id)

/** Those that came without a document are left out. */
function downloadOriginals(rows: InvoiceRow[]): void {
  const withFile = rows.filter(({ actions }) => actions.includes('download_original'))
  if (withFile.length === 0) showToast('warning', 'Ninguna de las facturas elegidas tiene documento.')
  else download(urlFor('invoices.originals', null, { ids: idsOf(withFile) }), withFile)
}

/** An attachment, so that the page stays. */
function download(url: string, rows: InvoiceRow[]): void {
  if (rows.length > filesMax) showToast('warning', `Seleccione ${filesMax} facturas como máximo.`)
  else window.location.assign(url)
}
