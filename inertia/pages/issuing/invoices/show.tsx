import { Button } from '@mantine/core'
import { timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { DocumentPage } from './document_page'
import { DocumentPart } from './document_part'
import { DocumentState } from './document_state'
import { RecordsPart } from './records_part'

const events = {
  'issued_invoice.issued': { title: 'Emitida', tone: 'green' as const },
  'issued_invoice.annulled': { title: 'Anulada', tone: 'grey' as const },
  'issued_invoice.record_corrected': { title: 'Registro subsanado', tone: 'blue' as const },
}
const fields = {
  number: 'Número',
  recipient: 'Destinatario',
  tax_id: 'NIF del destinatario',
  description: 'Descripción',
  regimes: 'Clave de régimen',
}

/** A document that a company issued: what is on it, its records and what AEAT answered. */
export default function IssuedInvoiceShow(page: DocumentPage) {
  const { document, records } = page
  return (
    <DetailPage
      key={document.id}
      title={document.number}
      subtitle={document.kind}
      status={<StatusBadge {...document.status} />}
      back={urlFor('issued-invoices.index')}
      actions={
        <Button
          component="a"
          href={urlFor('issued-invoices.pdf', { id: document.id })}
          variant={page.can.correct && records[0]?.status === 'refused' ? 'default' : 'filled'}
        >
          Descargar PDF
        </Button>
      }
      rail={<DocumentState page={page} />}
      tabs={[
        { value: 'document', label: 'Documento', content: <DocumentPart document={document} /> },
        {
          value: 'records',
          label: `Registros AEAT (${records.length})`,
          content: <RecordsPart invoiceId={document.id} records={records} />,
        },
        {
          value: 'history',
          label: 'Historial',
          content: <Timeline events={timelineOf(page.events, events, fields)} />,
        },
      ]}
    />
  )
}
