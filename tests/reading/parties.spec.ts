import { test } from '@japa/runner'
import { readPages } from '#app/reading/pages/read_pages'
import { isName } from '#app/reading/parties/name_text'
import { printedPage } from '#tests/reading/printed_page'

const read = (text: string) => readPages(printedPage(text), { ownCompanies: [] }).fields

test.group('Cómo se llama el proveedor', () => {
  test('the court of the register and the officers are no companies', ({ assert }) => {
    const { providerName } = read(`
      Speicherhof Grundverwaltung KG            Am Kai 4, 21079 Hamburg

      Rechnung 12   vom 01.04.2025
      Summe netto   100,00
      USt 19 %       19,00
      Gesamtbetrag  119,00

      Sitz Hamburg, AG Hamburg HRA 98 772   GF: Birgit Ahrens   USt-IdNr. DE789970278
`)

    assert.equal(providerName.value, 'Speicherhof Grundverwaltung KG')
  })

  test('the label of a tax number is nobody, however its I was read', ({ assert }) => {
    for (const text of ['N.L.F. del titular', 'C.1.F. del cliente', 'N. I. F. emisor'])
      assert.isFalse(isName(text))
    assert.isTrue(isName('N. Lafuente, S.L.'))
  })

  test('a name may begin with a small letter', ({ assert }) => {
    const { providerName } = read(`
      fonova business                         Rechnungsnummer 24 1140

      fonova Deutschland GmbH, Postfach 30 04 63, 53184 Bonn

      Summe netto   100,00
      USt 19 %       19,00
      Rechnungsbetrag  119,00

      fonova Deutschland GmbH   USt-IdNr. DE624077220
`)

    assert.equal(providerName.value, 'fonova Deutschland GmbH')
  })

  test('the legal form may lead the name, and the line of the number holds other things too', ({
    assert,
  }) => {
    const { providerName } = read(`
      Facture 3381    07/11/2024
      Total HT   100,00
      TVA 20 %    20,00
      Total TTC  120,00

      SARL Le Goff Thermique au capital de 8 000 € – RCS Quimper – N° TVA FR70896710958 – Escompte : néant
`)

    assert.equal(providerName.value, 'SARL Le Goff Thermique')
  })

  test('what a Portuguese company does is the second half of its name', ({ assert }) => {
    const { providerName } = read(`
      Adega Rio Torto – Comércio de Vinhos, Lda.
      4990-645 Ponte de Lima
      NIPC PT568498372

      Fatura FT 26A/318
      Total (EUR)   100,00
`)

    assert.equal(providerName.value, 'Adega Rio Torto – Comércio de Vinhos, Lda.')
  })

  test('a profession alone names nobody', ({ assert }) => {
    const { providerName } = read(`
      NOTARIO – Bartomeu Oliver Sansó – N.I.F. 06121613W

      Factura 12   05/03/2026
      Total   121,00
`)

    assert.equal(providerName.value, 'Bartomeu Oliver Sansó')
  })
})

test.group('Quién factura y a quién', () => {
  test('words of a sentence say whose the name and number after them are', ({ assert }) => {
    const fields = read(`
      Fusteria Puig
      N.I.F. 00316900Y

      Factura final de obra n.º 14-B/2026
      Expedida en Girona el 28 de abril de 2026 a nombre de Càmpings i Bungalous, S.L., con
      domicilio en Carrer del Molí, 4, 17257 Torroella, y N.I.F. B17553090.

      Total   121,00
`)

    assert.equal(fields.providerTaxId.value, '00316900Y')
    assert.equal(fields.customerTaxId.value, 'B17553090')
  })

  test('a lone «a» before a name with its number is whom it goes to, an agent is neither', ({ assert }) => {
    const fields = read(`
      Datos de facturación
      Factura VLA-26-618 emitida el 18/11/2026
      Autovips Castilla VTC, S.L., B08141038, c/ Cobalto 41, 47012 Valladolid
      a Posadas del Duero, S.L., B49308166, C/ Rúa de los Notarios, 9, 49001 Zamora
      vela es una marca de Vela Movilidad, S.L.U. (B87001140), que actúa como intermediario

      Total   121,00
`)

    assert.equal(fields.providerTaxId.value, 'B08141038')
    assert.equal(fields.customerTaxId.value, 'B49308166')
    assert.equal(fields.providerName.value, 'Autovips Castilla VTC, S.L.')
  })

  test('the owner lets, or is billed for work on the house', ({ assert }) => {
    const page = (concept: string) => `
      Obras y Locales Arribes, S.A.
      CIF: A15824956

      PROPIEDAD: Balneario de Fuente, S.A.
      CIF: A37088416

      Factura 118   30-09-2026
      ${concept}   100,00
      Total   121,00
`

    assert.equal(read(page('Certificación de obra 3')).providerTaxId.value, 'A15824956')
    assert.equal(read(page('Renta mensual del local, arrendatario')).providerTaxId.value, 'A37088416')
  })

  test('a value in a column of its own is of the party over the words before it', ({ assert }) => {
    const { providerName } = read(`
      Informationen zum Käufer                         Informationen zum Verkäufer
      Name:            Bauhof Brühl GmbH               Firmenname:      Lift Rheinland GmbH
      Ort:             Brühl                           Ort:             Köln

      Rechnungsnummer:   9014
      Gesamtsumme brutto:   119,00
`)

    assert.equal(providerName.value, 'Lift Rheinland GmbH')
  })

  test('who is paid bills, and the address of a letter is whom it goes to', ({ assert }) => {
    const { providerName } = read(`
                                                       Gesine Pollmann
                                                       Training
                                                       Neusser Wall 90
                                                       50670 Köln
                                                       0172 / 555 80 12

      Sächsische Werkstoffprüfung GmbH
      Löbtauer Str. 66
      01159 Dresden

      Re-Nr. 1925   Re-Datum 2025-05-30   USt-Id: DE326293066
      Zahlbetrag   119,00

      Zahlbar an: Gesine Pollmann, IBAN DE88 2008 0000 0970 3757 00
`)

    assert.equal(providerName.value, 'Gesine Pollmann')
  })

  test('the number of a person is of who is called so, whatever the house is called', ({ assert }) => {
    const { providerName } = read(`
      HORNO DE SAN FRONTIS
      Evaristo Domínguez Calvo · NIF 77889512N · C/ Fermoselle 63, Zamora

      Factura 1187   9/5/2026
      Total   121,00
`)

    assert.equal(providerName.value, 'Evaristo Domínguez Calvo')
  })

  test('an account that is drawn from is the customer’s in every language', ({ assert }) => {
    const iban = (sentence: string) =>
      read(`Rechnung 12\nTotal   121,00\n${sentence} DE88 2008 0000 0970 3757 00`).providerIban.value

    assert.equal(iban('Bitte überweisen Sie auf IBAN'), 'DE88200800000970375700')
    assert.isNull(iban('Der Betrag wird abgebucht von IBAN'))
    assert.isNull(iban('Il sera prélevé sur IBAN'))
    assert.isNull(iban('Wordt afgeschreven van IBAN'))
  })

  test('what begins the page is a letterhead though it is as bare as the address of the letter', ({
    assert,
  }) => {
    const { providerName } = read(`
      Malerbetrieb Sommer
      Inh. Peter Sommer
      Waldweg 2
      50670 Köln

      Herrn
      Hans Krause
      Ringstr. 7
      50670 Köln

      Rechnung 12      01.02.2026
      Gesamt 119,00
      USt-ID DE919093781
`)

    assert.equal(providerName.value, 'Malerbetrieb Sommer')
  })

  test('a street is no person, and the name that opens the line of the number is nearer than what lies between', ({
    assert,
  }) => {
    const architect = read(`
                                          Inmaculada Ruiz Cobo
                                          arquitecta, col. nº 3.208
                                          Cuesta de Gomérez 44, 2º
                                          18009 Granada
                                          68.571.327-R

      Minuta n.º 9/26
      Total   121,00
`)
    const joiner = read(`
      FACTURE N° F-221
      Net à payer 600,00
      MENUISERIE DURAND – SIRET 732 829 320 00074 – TVA FR44732829320
`)

    assert.equal(architect.providerName.value, 'Inmaculada Ruiz Cobo')
    assert.equal(joiner.providerName.value, 'MENUISERIE DURAND')
  })

  test('a name that a label gives to the other party elsewhere is not who bills', ({ assert }) => {
    const { providerName } = read(`
      Obelix GmbH & Co. KG

      Hinkelsteine SE
      - Abteilung Ankauf -
      Lager 3
      12345 Laudanum

      Rechnung 1978-001    21.04.2026
      Leistungsempfänger:
      Hinkelsteine SE

      Gesamtbetrag 119,00
`)

    assert.equal(providerName.value, 'Obelix GmbH & Co. KG')
  })

  test('the bank of the account is not who bills', ({ assert }) => {
    const { providerName } = read(`
      Rechnung 12   01.02.2026
      Gesamtbetrag 119,00

      Strategia Beratung            UID: ATU67890123
      Bank: Erste Bank der oesterreichischen Sparkassen AG
      IBAN: AT61 1904 3002 3457 3201
`)

    assert.equal(providerName.value, 'Strategia Beratung')
  })

  test('a label speaks for the column of values beside it down to the number', ({ assert }) => {
    const fields = read(`
      Recht & Partner Rechtsanwälte OG
      UID: ATU67891234

      Honorarnote 789   28.08.2025
      MANDANT
      Name:         Andreas Gruber
      Firma:        Alpine Holding GmbH
      Position:     Geschäftsführer
      Adresse:      Industriestraße 45
                    4020 Linz

      UID:          ATU45678912

      Summe brutto  119,00
`)

    assert.equal(fields.providerTaxId.value, 'ATU67891234')
    assert.equal(fields.customerTaxId.value, 'ATU45678912')
  })

  test('a column may hold labels of parties in between, and a name its address on its line', ({ assert }) => {
    const staffing = read(`
      BerichtSoort: e-factuur
      Berichtnummer: testId
      Ontvangst 11-10-2012
      Formaat: SETU
      Leverancier
      Staffing Company
      Dorpsstraat 33
      Afnemer
      Bedrijf Noord
      Postbus 9876

      Totaal 381,80
`)
    const craftsman = read(`
      Handwerker-Service Müller Hauptstraße 12, 12345 Berlin
      Email: info@mueller-service.de

      Rechnung RE-12   15.03.2026
      Brutto: 100,00 €
`)

    assert.equal(staffing.providerName.value, 'Staffing Company')
    assert.equal(craftsman.providerName.value, 'Handwerker-Service Müller')
  })

  test('the number of an invoice is no number of the one-stop shop', ({ assert }) => {
    const page = (number: string) =>
      read(`
      Rechnung ${number}
      Strategia Beratung GmbH
      Total   119,00
`)

    assert.isNull(page('EU-2025-00142').providerTaxId.value)
    assert.equal(page('OSS EU372041885').providerTaxId.value, 'EU372041885')
  })
})
