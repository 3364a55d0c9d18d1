import { DomainError } from '#app/kernel/domain_error'
import { aboutInvoice } from '#app/reading/alarms_of_invoice'
import { invoiceAlarms } from '#app/reading/invoice_alarms'
import { formOf } from '#app/reading/pages/form_of_file'
import { toMarkdown } from '#app/reading/pages/markdown'
import { readPdf } from '#app/reading/pages/read_pdf'
import { refuseSize } from '#app/reading/pages/size_limit'
import { readImage } from '#app/reading/pictures/read_image'
import type { ReadOptions } from '#app/reading/read_options'
import type { ReadAlarm, ReadResult } from '#app/reading/reading_types'
import { readStructured } from '#app/reading/structured/read_structured'
import { type ReadSignature, verifySignature } from '#app/reading/structured/verify_signature'
import { decodeXml } from '#app/reading/structured/xml_tree'
import { fromStructured } from '#app/reading/structured_fields'

export { closeRecognisers } from '#app/reading/recognition/shared_recogniser'

import { engineVersion } from '#app/reading/engine_version'

const unsupported = 'Formato no admitido: use PDF, JPG, PNG, TIFF o XML.'

/**
 * Reads every invoice of a file: XML as it states, PDF by its text or by recognition, pictures by recognition. Amounts
 * are minor units, boxes are fractions of the page, confidences lie between 0 and 1. Throws E_UNREADABLE_FILE with a
 * Spanish message when nothing can be read. Call `closeRecognisers` before the process ends.
 */
export async function readDocument(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadResult> {
  refuseSize(bytes)
  switch (formOf(bytes)) {
    case 'xml':
      return readXml(bytes, options)
    case 'pdf':
      return readPdf(bytes, options)
    case 'image':
      return readImage(bytes, options)
    default:
      throw new DomainError('E_UNREADABLE_FILE', unsupported)
  }
}

function readXml(bytes: Uint8Array, { context }: ReadOptions): ReadResult {
  const file = readStructured(bytes)
  if (!file || file.invoices.length === 0) {
    throw new DomainError('E_UNREADABLE_FILE', 'El XML no es una factura Facturae, UBL ni CII.')
  }
  const invoices = file.invoices.map((invoice) => fromStructured(invoice, []))
  const signature = verifySignature(decodeXml(bytes))
  return {
    engine: `xml-${file.format}`,
    engineVersion: engineVersion,
    kind: 'xml',
    pages: [],
    invoices,
    markdown: toMarkdown(null, invoices),
    alarms: [
      ...(signature?.state === 'altered' ? [altered(signature)] : []),
      ...invoices.flatMap((invoice, at) => aboutInvoice(invoiceAlarms(invoice, context), at)),
    ],
    ...(signature ? { signature } : {}),
  }
}

const altered = ({ signer }: ReadSignature): ReadAlarm => ({
  code: 'xades_altered',
  message: `La firma electrónica${signer ? ` de ${signer}` : ''} no corresponde al contenido: el archivo se modificó después de firmarlo. Pida el original al proveedor.`,
})
