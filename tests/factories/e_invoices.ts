/** Electronic documents of invented companies, as small as the reader needs them. */
export type Parties = { seller: string; buyer: string }
const INVENTED: Parties = { seller: 'B12345674', buyer: 'A28015865' }

export const xmlFile = (text: string): Uint8Array =>
  new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${text}`)

type Ubl = {
  form?: 'Invoice' | 'CreditNote'
  number?: string
  typeCode?: string
  base?: string
  vat?: string
  total?: string
  /** Further sums: PrepaidAmount, PayableRoundingAmount. */
  sums?: string
  payable?: string
  lines?: string[]
  parties?: Parties
}

/** A UBL document at 21 %, of 100,00 € unless told. */
export function ublFile({
  form = 'Invoice',
  number = 'U-1',
  typeCode,
  base = '100.00',
  vat = '21.00',
  total = '121.00',
  sums = '',
  payable = total,
  lines = [base],
  parties = INVENTED,
}: Ubl): Uint8Array {
  const party = (role: string, id: string) =>
    `<Accounting${role}Party><Party><PartyTaxScheme><CompanyID>ES${id}</CompanyID><TaxScheme><ID>VAT</ID></TaxScheme></PartyTaxScheme><PartyLegalEntity><RegistrationName>Parte ${id}</RegistrationName></PartyLegalEntity></Party></Accounting${role}Party>`
  const [line, quantity] =
    form === 'Invoice' ? ['InvoiceLine', 'InvoicedQuantity'] : ['CreditNoteLine', 'CreditedQuantity']
  return xmlFile(`<${form} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${form}-2"><ID>${number}</ID><IssueDate>2026-03-10</IssueDate><DueDate>2026-04-09</DueDate>
    ${typeCode ? `<${form}TypeCode>${typeCode}</${form}TypeCode>` : ''}<DocumentCurrencyCode>EUR</DocumentCurrencyCode>${party('Supplier', parties.seller)}${party('Customer', parties.buyer)}
    <TaxTotal><TaxAmount>${vat}</TaxAmount><TaxSubtotal><TaxableAmount>${base}</TaxableAmount><TaxAmount>${vat}</TaxAmount><TaxCategory><ID>S</ID><Percent>21</Percent></TaxCategory></TaxSubtotal></TaxTotal>
    <LegalMonetaryTotal><TaxExclusiveAmount>${base}</TaxExclusiveAmount><TaxInclusiveAmount>${total}</TaxInclusiveAmount>${sums}<PayableAmount>${payable}</PayableAmount></LegalMonetaryTotal>
    ${lines.map((amount, at) => `<${line}><ID>${at + 1}</ID><${quantity}>1</${quantity}><LineExtensionAmount>${amount}</LineExtensionAmount><Item><Name>Servicio ${at + 1}</Name></Item></${line}>`).join('')}</${form}>`)
}

type Cii = { typeCode?: string; name?: string; sums?: string; due?: string }

/** A CII document of 121,00 €. */
export const ciiFile = ({ typeCode = '380', name = '', sums = '', due = '121.00' }: Cii): Uint8Array =>
  xmlFile(`<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"><rsm:ExchangedDocument><ID>C-1</ID>${name ? `<Name>${name}</Name>` : ''}<TypeCode>${typeCode}</TypeCode><IssueDateTime><DateTimeString format="102">20260310</DateTimeString></IssueDateTime></rsm:ExchangedDocument>
    <rsm:SupplyChainTradeTransaction><ApplicableHeaderTradeAgreement><SellerTradeParty><Name>Parte</Name><SpecifiedTaxRegistration><ID schemeID="VA">ESB12345674</ID></SpecifiedTaxRegistration></SellerTradeParty></ApplicableHeaderTradeAgreement>
    <ApplicableHeaderTradeSettlement><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode><ApplicableTradeTax><CalculatedAmount>21.00</CalculatedAmount><BasisAmount>100.00</BasisAmount><CategoryCode>S</CategoryCode><RateApplicablePercent>21</RateApplicablePercent></ApplicableTradeTax>
    <SpecifiedTradeSettlementHeaderMonetarySummation><TaxBasisTotalAmount>100.00</TaxBasisTotalAmount><TaxTotalAmount currencyID="EUR">21.00</TaxTotalAmount><GrandTotalAmount>121.00</GrandTotalAmount>${sums}<DuePayableAmount>${due}</DuePayableAmount></SpecifiedTradeSettlementHeaderMonetarySummation></ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`)

type Facturae = {
  number?: string
  invoiceClass?: string
  corrective?: string
  base?: string
  vat?: string
  total?: string
  /** What stands behind InvoiceTotal: advances, what is withheld, what is executed. */
  sums?: string
  parties?: Parties
}

/** A Facturae at 21 %, of 100,00 € unless told. */
export function facturaeFile({
  number = 'FE-1',
  invoiceClass = 'OO',
  corrective = '',
  base = '100.00',
  vat = '21.00',
  total = '121.00',
  sums = `<TotalOutstandingAmount>${total}</TotalOutstandingAmount><TotalExecutableAmount>${total}</TotalExecutableAmount>`,
  parties = INVENTED,
}: Facturae): Uint8Array {
  const party = (role: string, id: string) =>
    `<${role}Party><TaxIdentification><TaxIdentificationNumber>${id}</TaxIdentificationNumber></TaxIdentification><LegalEntity><CorporateName>Parte ${id}</CorporateName></LegalEntity></${role}Party>`
  const amount = (text: string) => `<TotalAmount>${text}</TotalAmount>`
  return xmlFile(`<fe:Facturae xmlns:fe="http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"><Parties>${party('Seller', parties.seller)}${party('Buyer', parties.buyer)}</Parties><Invoices><Invoice>
    <InvoiceHeader><InvoiceNumber>${number}</InvoiceNumber><InvoiceDocumentType>FC</InvoiceDocumentType><InvoiceClass>${invoiceClass}</InvoiceClass>${corrective}</InvoiceHeader>
    <InvoiceIssueData><IssueDate>2026-03-10</IssueDate><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode></InvoiceIssueData>
    <TaxesOutputs><Tax><TaxTypeCode>01</TaxTypeCode><TaxRate>21.00</TaxRate><TaxableBase>${amount(base)}</TaxableBase><TaxAmount>${amount(vat)}</TaxAmount></Tax></TaxesOutputs>
    <InvoiceTotals><TotalGrossAmountBeforeTaxes>${base}</TotalGrossAmountBeforeTaxes><TotalTaxOutputs>${vat}</TotalTaxOutputs><InvoiceTotal>${total}</InvoiceTotal>${sums}</InvoiceTotals>
    <Items><InvoiceLine><ItemDescription>Servicio</ItemDescription><Quantity>1</Quantity><GrossAmount>${base}</GrossAmount></InvoiceLine></Items></Invoice></Invoices></fe:Facturae>`)
}
