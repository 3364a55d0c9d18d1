import { test } from '@japa/runner'
import { readPages } from '#app/invoices/reading/read_pages'
import { printedPage } from '#tests/invoices/reading/printed_page'

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
