import { readCii } from '#app/reading/structured/cii'
import { readFacturae } from '#app/reading/structured/facturae'
import type { StructuredInvoice } from '#app/reading/structured/structured_invoice'
import { readUbl, ublForms } from '#app/reading/structured/ubl'
import { parseXml } from '#app/reading/structured/xml_tree'

export type StructuredFormat = 'facturae' | 'ubl' | 'cii'
export type StructuredFile = { format: StructuredFormat; invoices: StructuredInvoice[] }

/** Reads the invoices of an XML file, null when its root is none of Facturae, UBL or CII. */
export function readStructured(bytes: Uint8Array): StructuredFile | null {
  const document = parseXml(bytes)
  // Peppol sends the invoice in an envelope.
  const tree = document.first('StandardBusinessDocument') ?? document
  const facturae = tree.first('Facturae')
  if (facturae) return { format: 'facturae', invoices: readFacturae(facturae) }
  for (const form of ublForms) {
    const ubl = tree.first(form)
    const isUbl =
      form === 'Invoice' || form === 'CreditNote' ? ubl?.first('LegalMonetaryTotal') : ubl?.first('ID')
    if (ubl && isUbl) return { format: 'ubl', invoices: [readUbl(ubl, form)] }
  }
  // The last is an order of the same family (Order-X): its type code says what it is.
  const cii =
    tree.first('CrossIndustryInvoice') ??
    tree.first('CrossIndustryDocument') ??
    tree.first('SCRDMCCBDACIOMessageStructure')
  return cii ? { format: 'cii', invoices: [readCii(cii)] } : null
}
