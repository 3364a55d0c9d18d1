import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  isPersonalTaxId,
  isValidSocialSecurityNo,
  maskTaxId,
  socialSecurityControl,
} from '#app/kernel/identifiers/personal_id'

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const dni = fc.nat(99_999_999).map((number) => String(number).padStart(8, '0') + LETTERS.charAt(number % 23))
const nie = fc.tuple(fc.nat(2), fc.nat(9_999_999)).map(([prefix, number]) => {
  const digits = String(number).padStart(7, '0')
  return 'XYZ'.charAt(prefix) + digits + LETTERS.charAt(Number(`${prefix}${digits}`) % 23)
})
const socialSecurityNo = fc
  .tuple(fc.integer({ min: 1, max: 53 }), fc.nat(99_999_999))
  .map(([province, number]) => {
    const [code, person] = [String(province).padStart(2, '0'), String(number).padStart(8, '0')]
    return code + person + socialSecurityControl(code, person)
  })

test.group('Numbers of people', () => {
  test('a DNI or NIE is one with its letter, however it is written', ({ assert }) => {
    for (const good of ['12345678Z', '12.345.678-z', 'X1234567L', 'x-1234567-l', 'ES12345678Z', '00000000T'])
      assert.isTrue(isPersonalTaxId(good), good)
    for (const bad of ['12345678A', 'X1234567A', 'A28015865', 'K1234567L', '1234567Z', ''])
      assert.isFalse(isPersonalTaxId(bad), bad)
  })

  test('every DNI and NIE with its letter is taken, and with any other letter refused', ({ assert }) => {
    fc.assert(
      fc.property(fc.oneof(dni, nie), fc.constantFrom(...LETTERS), (taxId, letter) => {
        assert.isTrue(isPersonalTaxId(taxId))
        assert.equal(isPersonalTaxId(taxId.slice(0, -1) + letter), taxId.endsWith(letter))
      })
    )
  })

  test('a number of the Social Security has its control by 97, with seven digits below ten million', ({
    assert,
  }) => {
    // 28 12345678: 2812345678 mod 97 = 40. 28 00123456: 280123456 mod 97 = 66.
    for (const good of ['281234567840', '28/12345678/40', '28 12345678 40', '280012345666'])
      assert.isTrue(isValidSocialSecurityNo(good), good)
    for (const bad of ['281234567841', '28123456784', '2812345678400', '28A234567840', ''])
      assert.isFalse(isValidSocialSecurityNo(bad), bad)
  })

  test('one wrong digit of a number of the Social Security is always found', ({ assert }) => {
    fc.assert(
      fc.property(socialSecurityNo, fc.nat(11), fc.integer({ min: 1, max: 9 }), (number, at, more) => {
        const wrong = [...number]
        wrong[at] = String((Number(wrong[at]) + more) % 10)
        // The control counts people on both sides of ten million differently: there two numbers may share one.
        fc.pre(at !== 2 || (Number(number[2]) > 0 && wrong[2] !== '0'))
        assert.isTrue(isValidSocialSecurityNo(number))
        assert.isFalse(isValidSocialSecurityNo(wrong.join('')))
      })
    )
  })

  test('a masked number shows four digits, those the agency of data protection names', ({ assert }) => {
    assert.equal(maskTaxId('12345678Z'), '***4567**')
    assert.equal(maskTaxId('X1234567L'), '****4567*')
    fc.assert(
      fc.property(fc.oneof(dni, nie), (taxId) => {
        assert.match(maskTaxId(taxId), /^\*{3,4}\d{4}\*{1,2}$/)
        assert.lengthOf(maskTaxId(taxId), taxId.length)
      })
    )
  })
})
