import { test } from '@japa/runner'
import { checkTaxNumber } from '#app/kernel/identifiers/tax_number_check'

test.group('Números fiscales de otros países', () => {
  test('{$self} passes its control')
    .with([
      'GB123456782',
      'CHE-123.456.788 MWST',
      'NO923609016MVA',
      'DE136695976',
      'B12345674',
      'ESB12345674',
    ])
    .run(({ assert }, number) => {
      assert.equal(checkTaxNumber(number), 'valid')
    })

  test('{$self} fails its control')
    .with(['GB123456783', 'CHE-123.456.789 MWST', 'NO923609017MVA', 'DE123456789', 'B12345675', 'B1234567'])
    .run(({ assert }, number) => {
      assert.equal(checkTaxNumber(number), 'invalid')
    })

  test('{$self} has no control that is checked')
    .with(['EU372041234', 'US123456789', 'SI12345678', '201/113/40209'])
    .run(({ assert }, number) => {
      assert.equal(checkTaxNumber(number), 'unknown')
    })
})
