import { test } from '@japa/runner'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const read = (text: string) => readPages(printedPage(text), { ownCompanies: [] }).fields

const sums = `
      Base imponible   100,00
      IVA 21 %          21,00
      Total            121,00
`

test.group('Quién factura sin que nadie lo diga', () => {
  test('whom a letter greets is whom it bills', ({ assert }) => {
    const { providerTaxId, customerTaxId } = read(`
      Càmpings del Ter, S.L.
      Carrer del Molí, 4
      NIF B17553090

      Benvolguts,
      Us faig arribar la factura número 17/26
${sums}
      Quim Sagrera Bofill
      NIF 47135627W
`)
    assert.equal(providerTaxId.value, '47135627W')
    assert.equal(customerTaxId.value, 'B17553090')
  })

  test('lines that end at one edge are a letterhead', ({ assert }) => {
    const [left, right] = [
      ['Apartamentos Maspalomas, S.L.', 'Avda. de Tirajana, 39', '35100 San Bartolomé', 'CIF: B35600212'],
      ['COMERCIAL GUANARTEME, S.L.', 'Urb. El Cebadal, 30', '35008 Las Palmas', 'CIF: B35562081'],
    ]
    const address = left.join('\n')
    const letterhead = right.map((line) => line.padStart(90)).join('\n')
    const { providerTaxId } = read(
      `${address}\n\n${letterhead}\n\nFactura FC-6-11820     06/05/2026\n${sums}`
    )
    assert.equal(providerTaxId.value, 'B35562081')
  })

  test('numbers are made of the initials of who bills', ({ assert }) => {
    const { providerTaxId } = read(`
      Hoteles Bahía Serena, S.L.               Gabinete Pericial Montalbán, C.B.
      Paseo Marítimo, 118                      Alameda Principal, 21
      29640 Fuengirola                         29001 Málaga
      B44712032                                E29136504

      Factura GPM 2026-0231     27/03/2026
${sums}`)
    assert.equal(providerTaxId.value, 'E29136504')
  })

  test('in a column of headings each names what stands beside it', ({ assert }) => {
    const { providerTaxId, customerTaxId } = read(`
      Norte Producciones, S.L.    NIF B41076233

      Doc.       Factura DBN2600212
      Día        24/08/2026
      Para       Gestión Hotelera Cabo Norte, S.L.U. · B39144027
      Evento     Fiesta aniversario
${sums}`)
    assert.equal(providerTaxId.value, 'B41076233')
    assert.equal(customerTaxId.value, 'B39144027')
  })

  test('a heading alone on its line speaks for the fields under it', ({ assert }) => {
    const { providerTaxId, customerTaxId } = read(`
      Rechnung
      Belegnummer                     KTB/0088214
      Belegdatum                      03.11.2025

      Käufer (BuyerTradeParty)
        Bezeichnung                   Frostwerk Kälteanlagen GmbH
        Anschrift                     Tiefkühlstraße 9, Bremerhaven
        Steuerregistrierung           DE926000967

      Verkäufer (SellerTradeParty)
        Bezeichnung                   KTB Kältetechnik-Bedarf GmbH
        Anschrift                     Am Güterbahnhof 3, Osnabrück
        Steuerregistrierung           DE239564231

      Summe netto   100,00
      USt 19 %       19,00
      Gesamtbetrag  119,00
`)
    assert.equal(providerTaxId.value, 'DE239564231')
    assert.equal(customerTaxId.value, 'DE926000967')
  })

  test('the heading of a row names the value under it and nothing further below', ({ assert }) => {
    const { providerTaxId } = read(`
      Factura         Fecha        Tienda       Vendedor
      CN6/0041872     11-08-2026   06 Gijón     M. Riera

      Cash Norte, S.L. – NIF B33419078          Restauración del Carmen, S.L.
      Polígono de Roces, 33211 Gijón            C/ Alcalá, 210
      Tel. 985 160 377                          NIF B88044177
${sums}`)
    assert.equal(providerTaxId.value, 'B33419078')
  })

  test('who acts for another bills that other', ({ assert }) => {
    const { providerTaxId } = read(`
                   Inmaculada Roldán Béjar
      Colegiada 1.204 · C/ Sant Miquel, 77 · 07002 Palma · D.N.I. 44.290.317-E

      Cuenta de derechos por su intervención en nombre de Turísticas Sa Ribera, S.A., con C.I.F. A07309123
      Factura n.º 0087-26
${sums}`)
    assert.equal(providerTaxId.value, '44290317E')
  })

  test('the label nearest before a tax number is its own', ({ assert }) => {
    const { providerTaxId, customerTaxId } = read(`
      Rechnung 9000418837 vom 28.09.2026
      Ihre USt-ID: ESA08913428   Unsere USt-ID: DE138447021

      Summe netto   100,00
      USt 19 %       19,00
      Gesamtbetrag  119,00
`)
    assert.equal(providerTaxId.value, 'DE138447021')
    assert.equal(customerTaxId.value, 'A08913428')
  })

  test('a company is called by its name behind a brand, whole and without what a sentence says of it: {line}')
    .with([
      { line: 'A trading name of Harrowgate Linen Supplies Ltd', name: 'Harrowgate Linen Supplies Ltd' },
      { line: 'nordglas ist eine Marke der EWN Kommunikation AG', name: 'EWN Kommunikation AG' },
      { line: 'Hartwell Advisory LLP is a limited liability partnership', name: 'Hartwell Advisory LLP' },
      { line: 'Corduero, S.A. de Seguros y Reaseguros', name: 'Corduero, S.A. de Seguros y Reaseguros' },
      { line: 'dB Norte Producciones, S.L.', name: 'dB Norte Producciones, S.L.' },
    ])
    .run(({ assert }, { line, name }) => {
      assert.equal(read(`\n   ${line}\n   NIF B41076233\n\n   Factura 12\n${sums}`).providerName.value, name)
    })

  test('the whole name is taken, not what the company is called for short', ({ assert }) => {
    const { providerName } = read(`
      OWT GmbH · Werftstraße 8 · 18057 Rostock

      Rechnung RG-260418
      Summe netto   100,00
      USt 19 %       19,00
      Gesamtbetrag  119,00

      OWT Ostsee Wäschereitechnik GmbH
      Werftstraße 8, 18057 Rostock
      USt-IdNr. DE273918461
`)
    assert.equal(providerName.value, 'OWT Ostsee Wäschereitechnik GmbH')
  })

  test('a person with a personal number is no trade name', ({ assert }) => {
    const { providerName } = read(`
      PlagaCero Cantabria
      Ramiro Quintana Solórzano
      NIF 72041655C

      Factura 2025-0219
${sums}`)
    assert.equal(providerName.value, 'Ramiro Quintana Solórzano')
  })
})
