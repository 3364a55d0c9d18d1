import { test } from '@japa/runner'
import { findIbans, repairIban } from '#app/reading/candidates/find_ibans'
import { findTaxIds } from '#app/reading/candidates/find_tax_ids'
import { printedPage } from '#tests/reading/printed_page'

test.group('NIF e IBAN impresos', () => {
  test('tax numbers lose separators and the Spanish prefix', ({ assert }) => {
    const layout = printedPage('NIF: B-12345674   IVA ESB65432106   USt-IdNr. DE 136 695 976   12.345.678-Z')

    assert.deepEqual(
      findTaxIds(layout).map((one) => one.id),
      ['B12345674', 'B65432106', 'DE136695976', '12345678Z']
    )
  })

  test('a misread company number is put right by its check digit', ({ assert }) => {
    const layout = { ...printedPage('NIF 812345674'), source: 'recognised' as const }

    assert.deepInclude(findTaxIds(layout)[0], { id: 'B12345674', isRepaired: true })
  })

  test('an account in groups of four is one IBAN', ({ assert }) => {
    const [iban] = findIbans(printedPage('IBAN: ES91 2100 0418 4502 0005 1332 BIC CAIXESBB'))

    assert.deepInclude(iban, { iban: 'ES9121000418450200051332', isValid: true })
  })

  test('a masked account is told apart', ({ assert }) => {
    const [iban] = findIbans(printedPage('en su cuenta ES77 2100 4638 ** ******7076.'))

    assert.isTrue(iban?.isMasked)
  })

  test('one misread digit of an account is found when only one repair satisfies both checks', ({
    assert,
  }) => {
    assert.equal(repairIban('ES912100O418450200051332'), 'ES9121000418450200051332')
    assert.isNull(repairIban('ES0000000000000000000001'))
  })
})
