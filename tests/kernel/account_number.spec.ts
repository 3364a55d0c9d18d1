import { test } from '@japa/runner'
import {
  endOfAccount,
  isAbaRouting,
  maskAccount,
  numberProblem,
  routingProblem,
} from '#app/kernel/identifiers/account_number'

test.group('Accounts without IBAN', () => {
  test('an American routing number has its check digit and a first pair that was given out', ({ assert }) => {
    for (const code of ['021000021', '011401533', '121000248', '091000019']) assert.isTrue(isAbaRouting(code))
    for (const code of ['021000022', '210000021', '000000000', '02100002', '0210000211', '500000005'])
      assert.isFalse(isAbaRouting(code), code)
  })

  test('each kind has its numbers, written with spaces and hyphens or without', ({ assert }) => {
    assert.isNull(routingProblem('uk_sort', '20-00-00'))
    assert.match(routingProblem('uk_sort', '20-00-0') ?? '', /6 cifras/)
    assert.isNull(numberProblem('uk_sort', '5577 9911'))
    assert.match(numberProblem('uk_sort', '5577 991') ?? '', /8 cifras/)
    assert.isNull(numberProblem('us_ach', '000-123456'))
    assert.match(numberProblem('us_ach', '12A4567') ?? '', /entre 4 y 17 cifras/)
    assert.isNull(numberProblem('swift_other', 'ab 12-345'))
    assert.match(numberProblem('swift_other', 'ñ1234') ?? '', /letras o cifras/)
  })

  test('masked, it shows its last four, and never more than half of it', ({ assert }) => {
    const of = (accountNumber: string) => ({ iban: null, accountNumber })
    assert.equal(maskAccount(of('1234567890')), '**** 7890')
    assert.equal(maskAccount(of('12345')), '**** 45')
    assert.equal(endOfAccount(of('55779911')), '•••• 9911')
    assert.equal(endOfAccount({ iban: 'ES9121000418450200051332', accountNumber: null }), '•••• 1332')
    assert.equal(
      maskAccount({ iban: 'ES9121000418450200051332', accountNumber: null }),
      'ES91 **** **** **** **** 1332'
    )
  })
})
