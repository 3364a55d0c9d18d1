import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { invoiceTabs } from './invoice_tabs'
import { type BulkDialog, bulkActions } from './list/bulk_actions'
import { invoiceCells } from './list/invoice_cells'
import { invoiceFilters } from './list/invoice_filters'
import { type Choice, type InvoiceRow, isBeingRead } from './list/invoice_row'
import { invoiceRowActions } from './list/invoice_row_actions'
import { RefreshWhile } from './refresh_while'

type Props = {
  invoices: ListOf<InvoiceRow>
  statuses: Choice[]
  paymentStates: Choice[]
  sources: Choice[]
  categories: Choice[]
  alarmCodes: Choice[]
  canUpload: boolean
}

const UploadDialog = lazy(async () => ({ default: (await import('./list/upload_dialog')).UploadDialog }))
const BulkDialogs = lazy(async () => ({ default: (await import('./list/bulk_dialogs')).BulkDialogs }))

export default function InvoicesIndex({ invoices, canUpload, ...choices }: Props) {
  const [isUploading, setIsUploading] = useState(false)
  const [bulk, setBulk] = useState<BulkDialog | null>(null)
  const upload = canUpload ? (
    <Button leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setIsUploading(true)}>
      Subir facturas
    </Button>
  ) : null
  return (
    <ListPage
      title="Facturas recibidas"
      list={invoices}
      cells={invoiceCells}
      storageKey="invoices"
      filters={invoiceFilters(choices)}
      searchLabel="Buscar por número, proveedor o concepto"
      tabs={invoiceTabs}
      rowHref={(row) => urlFor('invoices.show', { id: row.id })}
      rowActions={invoiceRowActions}
      bulkActions={bulkActions(setBulk)}
      nouns={{ one: 'factura', many: 'facturas' }}
      amountOf={(row) => row.total}
      empty={{
        text: 'No hay facturas con estos filtros. Suba una factura o cambie los filtros.',
        action: canUpload ? (
          <Button variant="default" onClick={() => setIsUploading(true)}>
            Subir facturas
          </Button>
        ) : undefined,
      }}
      isExportable
      actions={upload}
      menu={[{ label: 'Cola de lectura', href: urlFor('ocr.index') }]}
    >
      {invoices.rows.some(isBeingRead) ? <RefreshWhile only={['invoices']} /> : null}
      {bulk ? (
        <Suspense>
          <BulkDialogs dialog={bulk} onClose={() => setBulk(null)} />
        </Suspense>
      ) : null}
      {isUploading ? (
        <Suspense>
          <UploadDialog onClose={() => setIsUploading(false)} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}
