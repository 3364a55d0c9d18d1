import { test } from '@japa/runner'
import { readDocument } from '#app/reading/read_document'

const xml = (text: string) => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${text}`)

const party = (tag: string, taxId: string, name: string) =>
  `<${tag}><TaxIdentification><TaxIdentificationNumber>${taxId}</TaxIdentificationNumber></TaxIdentification><LegalEntity><CorporateName>${name}</CorporateName></LegalEntity></${tag}>`
const total = (amount: string) => `<TotalAmount>${amount}</TotalAmount>`
const facturaeInvoice = (number: string) => `<Invoice>
  <InvoiceHeader><InvoiceNumber>${number}</InvoiceNumber><InvoiceDocumentType>FC</InvoiceDocumentType><InvoiceClass>OO</InvoiceClass></InvoiceHeader>
  <InvoiceIssueData><IssueDate>2026-05-04</IssueDate><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode></InvoiceIssueData>
  <TaxesOutputs><Tax><TaxTypeCode>01</TaxTypeCode><TaxRate>21.00</TaxRate><TaxableBase>${total('100.00')}</TaxableBase><TaxAmount>${total('21.00')}</TaxAmount>
    <EquivalenceSurcharge>5.20</EquivalenceSurcharge><EquivalenceSurchargeAmount>${total('5.20')}</EquivalenceSurchargeAmount></Tax></TaxesOutputs>
  <TaxesWithheld><Tax><TaxTypeCode>04</TaxTypeCode><TaxRate>15.00</TaxRate><TaxableBase>${total('100.00')}</TaxableBase><TaxAmount>${total('15.00')}</TaxAmount></Tax></TaxesWithheld>
  <InvoiceTotals><TotalGrossAmountBeforeTaxes>100.00</TotalGrossAmountBeforeTaxes><TotalTaxOutputs>26.20</TotalTaxOutputs><InvoiceTotal>111.20</InvoiceTotal><TotalExecutableAmount>111.20</TotalExecutableAmount></InvoiceTotals>
  <Items><InvoiceLine><ItemDescription>Sábanas &amp; toallas</ItemDescription><Quantity>2.0</Quantity><GrossAmount>100.000000</GrossAmount></InvoiceLine></Items>
  <PaymentDetails><Installment><InstallmentDueDate>2026-06-03</InstallmentDueDate><PaymentMeans>04</PaymentMeans><AccountToBeCredited><IBAN>ES9121000418450200051332</IBAN></AccountToBeCredited></Installment></PaymentDetails>
</Invoice>`
const facturae = (invoices: string) =>
  xml(
    `<fe:Facturae xmlns:fe="http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"><Parties>${party('SellerParty', 'B12345674', 'Lavandería Sol, S.L.')}${party('BuyerParty', 'ESA28015865', 'Hoteles Mar, S.A.')}</Parties><Invoices>${invoices}</Invoices></fe:Facturae>`
  )

test.group('Facturas electrónicas', () => {
  test('a Facturae gives every field as it states it', async ({ assert }) => {
    const { kind, invoices } = await readDocument(facturae(facturaeInvoice('F-1')))

    const fields = invoices[0]?.fields
    assert.equal(kind, 'xml')
    assert.equal(fields?.customerTaxId.value, 'A28015865')
    assert.equal(fields?.providerIban.value, 'ES9121000418450200051332')
    assert.deepEqual(fields?.taxes.value, [
      { type: 'IVA', rate: 21, base: 10000, amount: 2100 },
      { type: 'RE', rate: 5.2, base: 10000, amount: 520 },
    ])
    assert.deepEqual(fields?.withholding.value, { rate: 15, base: 10000, amount: 1500 })
    assert.equal(fields?.total.value, 11120)
    assert.deepEqual(fields?.lines.value, [{ description: 'Sábanas & toallas', quantity: 2, amount: 10000 }])
    assert.isTrue(invoices[0]?.checks.totalAddsUp)
  })

  test('a batch gives all its invoices', async ({ assert }) => {
    const { invoices } = await readDocument(facturae(facturaeInvoice('F-1') + facturaeInvoice('F-2')))

    assert.deepEqual(
      invoices.map((one) => one.fields.invoiceNumber.value),
      ['F-1', 'F-2']
    )
  })

  test('a UBL credit note is told by its root and gives the invoice it corrects', async ({ assert }) => {
    const { invoices } = await readDocument(
      xml(`<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"><ID>A-9</ID><IssueDate>2026-02-01</IssueDate><DocumentCurrencyCode>EUR</DocumentCurrencyCode>
        <BillingReference><InvoiceDocumentReference><ID>F-7</ID></InvoiceDocumentReference></BillingReference>
        <TaxTotal><TaxAmount currencyID="EUR">2.10</TaxAmount><TaxSubtotal><TaxableAmount>10</TaxableAmount><TaxAmount>2.10</TaxAmount><TaxCategory><ID>S</ID><Percent>21</Percent></TaxCategory></TaxSubtotal></TaxTotal>
        <LegalMonetaryTotal><TaxExclusiveAmount>10</TaxExclusiveAmount><TaxInclusiveAmount>12.10</TaxInclusiveAmount><PayableAmount>12.10</PayableAmount></LegalMonetaryTotal></CreditNote>`)
    )

    const fields = invoices[0]?.fields
    assert.equal(fields?.documentType.value, 'credit_note')
    assert.equal(fields?.rectifiedInvoiceNumber.value, 'F-7')
    assert.equal(fields?.total.value, 1210)
  })

  test('a ZUGFeRD 1 file is read by its old element names', async ({ assert }) => {
    const { invoices } = await readDocument(
      xml(`<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd"><rsm:HeaderExchangedDocument><ID>47</ID><TypeCode>380</TypeCode><IssueDateTime><DateTimeString format="102">20260305</DateTimeString></IssueDateTime></rsm:HeaderExchangedDocument>
        <rsm:SpecifiedSupplyChainTradeTransaction><ApplicableSupplyChainTradeAgreement><SellerTradeParty><Name>Lieferant GmbH</Name><SpecifiedTaxRegistration><ID schemeID="FC">201/113</ID></SpecifiedTaxRegistration><SpecifiedTaxRegistration><ID schemeID="VA">DE136695976</ID></SpecifiedTaxRegistration></SellerTradeParty></ApplicableSupplyChainTradeAgreement>
        <ApplicableSupplyChainTradeSettlement><InvoiceCurrencyCode>EUR</InvoiceCurrencyCode><ApplicableTradeTax><CalculatedAmount>1.90</CalculatedAmount><BasisAmount>10.00</BasisAmount><ApplicablePercent>19.00</ApplicablePercent></ApplicableTradeTax>
        <SpecifiedTradeSettlementMonetarySummation><TaxBasisTotalAmount>10.00</TaxBasisTotalAmount><TaxTotalAmount currencyID="EUR">1.90</TaxTotalAmount><GrandTotalAmount>11.90</GrandTotalAmount></SpecifiedTradeSettlementMonetarySummation></ApplicableSupplyChainTradeSettlement></rsm:SpecifiedSupplyChainTradeTransaction></rsm:CrossIndustryDocument>`)
    )

    const fields = invoices[0]?.fields
    assert.equal(fields?.providerTaxId.value, 'DE136695976')
    assert.equal(fields?.issueDate.value, '2026-03-05')
    assert.deepEqual(fields?.taxes.value, [{ type: 'IVA', rate: 19, base: 1000, amount: 190 }])
    assert.equal(fields?.total.value, 1190)
  })

  test('suplidos are part of the total and not of the base', async ({ assert }) => {
    const withOutlays = facturaeInvoice('F-1').replace(
      '<TotalExecutableAmount>111.20',
      '<TotalReimbursableExpenses>10.00</TotalReimbursableExpenses><TotalExecutableAmount>121.20'
    )

    const { invoices } = await readDocument(facturae(withOutlays))

    assert.equal(invoices[0]?.fields.total.value, 12120)
    assert.equal(invoices[0]?.fields.taxBase.value, 10000)
    assert.isTrue(invoices[0]?.checks.totalAddsUp)
  })

  test('a total that is no number is no certain blank and raises an alarm', async ({ assert }) => {
    const broken = facturaeInvoice('F-1').replace('<InvoiceTotal>111.20', '<InvoiceTotal>not')

    const { invoices, alarms } = await readDocument(facturae(broken))

    assert.equal(invoices[0]?.fields.total.confidence, 0)
    assert.include(
      alarms.map((alarm) => alarm.code),
      'total_missing'
    )
  })

  test('an account the supplier never used raises its alarm for XML too', async ({ assert }) => {
    const supplier = { name: 'Lavandería Sol, S.L.', taxId: 'B12345674', ibans: ['ES7700491500012810123456'] }

    const { alarms } = await readDocument(facturae(facturaeInvoice('F-1')), {
      context: { ownCompanies: [], suppliers: [supplier] },
    })

    assert.include(
      alarms.map((alarm) => alarm.code),
      'provider_iban_unknown'
    )
  })

  test('a comment that mentions a DOCTYPE and a file in UTF-16 without mark are read', async ({ assert }) => {
    const text = new TextDecoder()
      .decode(facturae(facturaeInvoice('F-1')))
      .replace('<Parties>', '<!-- sin <!DOCTYPE> --><Parties>')
    const wide = Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le')

    for (const bytes of [Buffer.from(text), wide]) {
      const { invoices } = await readDocument(bytes)
      assert.equal(invoices[0]?.fields.total.value, 11120)
    }
  })

  test('a UBL in an envelope gives all its tax totals and the number among the identifiers', async ({
    assert,
  }) => {
    const tax = (amount: string, base: string, rate: string, scheme: string) =>
      `<TaxTotal><TaxAmount currencyID="EUR">${amount}</TaxAmount><TaxSubtotal><TaxableAmount>${base}</TaxableAmount><TaxAmount>${amount}</TaxAmount><TaxCategory><ID>S</ID><Percent>${rate}</Percent><TaxScheme><ID>${scheme}</ID></TaxScheme></TaxCategory></TaxSubtotal></TaxTotal>`
    const { invoices } = await readDocument(
      xml(`<StandardBusinessDocument><StandardBusinessDocumentHeader/><Invoice><ID>7</ID><IssueDate>2026-02-01</IssueDate><DocumentCurrencyCode>EUR</DocumentCurrencyCode>
        <AccountingSupplierParty><Party><PartyIdentification><ID>0088-1</ID></PartyIdentification><PartyLegalEntity><RegistrationName>Lavandería Sol, S.L.</RegistrationName><CompanyID>B12345674</CompanyID></PartyLegalEntity></Party></AccountingSupplierParty>
        ${tax('21.00', '100', '21', 'VAT')}${tax('5.20', '100', '5.2', 'RE')}
        <LegalMonetaryTotal><TaxExclusiveAmount>100</TaxExclusiveAmount><TaxInclusiveAmount>126.20</TaxInclusiveAmount><PayableAmount>126.20</PayableAmount></LegalMonetaryTotal></Invoice></StandardBusinessDocument>`)
    )

    const fields = invoices[0]?.fields
    assert.equal(fields?.providerTaxId.value, 'B12345674')
    assert.equal(fields?.taxTotal.value, 2620)
    assert.deepEqual(
      fields?.taxes.value?.map((row) => row.type),
      ['IVA', 'RE']
    )
    assert.isTrue(invoices[0]?.checks.totalAddsUp)
  })

  test('own entities are refused before they can expand', async ({ assert }) => {
    const bomb = new TextEncoder().encode('<!DOCTYPE x [<!ENTITY a "aaaa">]><Facturae>&a;</Facturae>')

    await assert.rejects(
      () => readDocument(bomb),
      'El XML contiene una DTD o entidades propias, que no se admiten.'
    )
  })

  test('amounts that do not add up are read as they are and raise an alarm', async ({ assert }) => {
    const wrong = facturaeInvoice('F-1').replace('<InvoiceTotal>111.20', '<InvoiceTotal>999.99')

    const { invoices, alarms } = await readDocument(facturae(wrong))

    assert.equal(invoices[0]?.fields.total.value, 99999)
    assert.includeMembers(
      alarms.map((alarm) => alarm.code),
      ['totals_do_not_add_up']
    )
  })
})

test.group('Archivos que no se pueden leer', () => {
  test('{name} is refused with a reason')
    .with([
      { name: 'an empty file', bytes: new Uint8Array(), reason: 'El archivo está vacío.' },
      {
        name: 'a text',
        bytes: new TextEncoder().encode('hola'),
        reason: 'Formato no admitido: use PDF, JPG, PNG, TIFF o XML.',
      },
      {
        name: 'a broken PDF',
        bytes: new TextEncoder().encode('%PDF-1.7 nada'),
        reason: 'El PDF está dañado o incompleto.',
      },
      {
        name: 'an XML of something else',
        bytes: xml('<nota/>'),
        reason: 'El XML no es una factura Facturae, UBL ni CII.',
      },
    ])
    .run(async ({ assert }, { bytes, reason }) => {
      await assert.rejects(() => readDocument(bytes), reason)
    })
})
