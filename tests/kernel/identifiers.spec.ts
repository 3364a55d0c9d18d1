import { test } from '@japa/runner'
import fc from 'fast-check'

import { isValidBic } from '#app/kernel/identifiers/bic'
import {
  isValidCreditorReference,
  makeCreditorReference,
  spanishCreditorIdentifier,
} from '#app/kernel/identifiers/creditor_reference'
import {
  formatIban,
  ibanBankName,
  ibanFromCcc,
  ibanProblem,
  isSepaIban,
  isValidIban,
  lastFour,
  maskIban,
  normalizeIban,
  spanishBankCode,
} from '#app/kernel/identifiers/iban'
import { spanishBankName } from '#app/kernel/identifiers/spanish_banks'
import { isValidSpanishTaxId, normalizeTaxId, taxIdKind, taxIdProblem } from '#app/kernel/identifiers/tax_id'
import { isValidVatNumber } from '#app/kernel/identifiers/vat_number'

test.group('IBAN', () => {
  test('{$self} is valid')
    .with([
      'ES9121000418450200051332',
      'ES0600815398730001414452',
      'es91 2100 0418 4502 0005 1332',
      'IBAN ES91-2100-0418-4502-0005-1332',
      'DE89370400440532013000',
      'FR1420041010050500013M02606',
      'GB29NWBK60161331926819',
      'NL91ABNA0417164300',
      'PT50000201231234567890154',
      'IE29AIBK93115212345678',
    ])
    .run(({ assert }, iban) => {
      assert.isTrue(isValidIban(iban))
      assert.isNull(ibanProblem(iban))
    })

  test('{iban} is refused: {reason}')
    .with([
      { iban: 'ES9121000418450200051333', reason: 'wrong by 97' },
      { iban: 'ES2921000418460200051332', reason: 'right by 97, wrong control digits of the account' },
      { iban: 'ES912100041845020005133', reason: 'short' },
      { iban: 'ES91210004184502000513320', reason: 'long' },
      { iban: 'ZZ9121000418450200051332', reason: 'no such country' },
      { iban: 'ES912100041845020005133Z', reason: 'letters in a Spanish account' },
      { iban: 'ЕS9121000418450200051332', reason: 'a Cyrillic letter' },
      { iban: '', reason: 'empty' },
    ])
    .run(({ assert }, { iban }) => {
      assert.isFalse(isValidIban(iban))
      assert.equal(ibanProblem(iban), 'El IBAN no es válido.')
    })

  test('the IBAN of a Spanish account is worked out from its CCC', ({ assert }) => {
    assert.equal(ibanFromCcc('2100 0418 45 0200051332'), 'ES9121000418450200051332')
    assert.equal(ibanFromCcc('008153980001414452'), 'ES0600815398730001414452')
    assert.equal(ibanFromCcc('999911110123456789'), 'ES1799991111710123456789')
    assert.isNull(ibanFromCcc('21000418460200051332'))
    assert.isNull(ibanFromCcc('2100'))
  })

  test('every account has a valid IBAN and one wrong digit is always noticed', ({ assert }) => {
    const digits = fc.stringMatching(/^\d{18}$/)

    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: 4, max: 23 }),
        fc.integer({ min: 1, max: 9 }),
        (ccc, at, shift) => {
          const iban = ibanFromCcc(ccc) ?? ''
          assert.isTrue(isValidIban(iban))
          const wrong = String((Number(iban.charAt(at)) + shift) % 10)
          assert.isFalse(isValidIban(iban.slice(0, at) + wrong + iban.slice(at + 1)))
        }
      )
    )
  })

  test('it is shown in groups of four, or masked', ({ assert }) => {
    assert.equal(formatIban('es9121000418450200051332'), 'ES91 2100 0418 4502 0005 1332')
    assert.equal(maskIban('ES9121000418450200051332'), 'ES91 **** **** **** **** 1332')
    assert.equal(maskIban('NO9386011117947'), 'NO93 **** ***7 947')
    assert.equal(maskIban('1234'), '****')
    assert.equal(lastFour('ES91 2100 0418 4502 0005 1332'), '1332')
    assert.equal(normalizeIban(' es91.2100-0418 '), 'ES9121000418')
  })

  test('the bank of a Spanish account is known by its code', ({ assert }) => {
    assert.equal(spanishBankCode('ES91 2100 0418 4502 0005 1332'), '2100')
    assert.isNull(spanishBankCode('DE89370400440532013000'))
    assert.equal(spanishBankName('2100'), 'CaixaBank')
    assert.equal(spanishBankName('0081'), 'Banco Sabadell')
    assert.equal(spanishBankName('1583'), 'Revolut')
    assert.equal(spanishBankName('1563'), 'N26')
    assert.equal(spanishBankName('6888'), 'Qonto')
    assert.isNull(spanishBankName('9999'))
    assert.equal(ibanBankName('ES1799991111710123456789'), '9999')
    assert.isTrue(isSepaIban('DE89370400440532013000'))
    assert.isFalse(isSepaIban('TR330006100519786457841326'))
  })
})

test.group('BIC', () => {
  test('it has 8 or 11 characters', ({ assert }) => {
    assert.isTrue(isValidBic('CAIXESBBXXX'))
    assert.isTrue(isValidBic('caixesbb'))
    assert.isFalse(isValidBic('CAIXESBBXX'))
    assert.isFalse(isValidBic('CA1XESBB'))
    assert.isFalse(isValidBic(''))
  })
})

test.group('Spanish NIF', () => {
  test('{$self} is valid')
    .with([
      '12345678Z',
      '12.345.678-z',
      'X1234567L',
      'Y1234567X',
      'Z1234567R',
      'A28015865',
      'B58378431',
      'ESB58378431',
      'B12345674',
      'A58818501',
      'P2807900B',
      'Q2826000H',
      'G28029007',
      'K1234567D',
      'M1234567L',
    ])
    .run(({ assert }, taxId) => {
      assert.isTrue(isValidSpanishTaxId(taxId))
      assert.isNull(taxIdProblem(taxId))
    })

  test('{$self} is refused')
    .with([
      '12345678A',
      'B12345678',
      'K1234567L',
      'X1234567A',
      'A2801586E',
      'P28079002',
      'B1234567D4',
      'B1234567',
      '',
      'I12345678',
    ])
    .run(({ assert }, taxId) => {
      assert.isFalse(isValidSpanishTaxId(taxId))
      assert.match(taxIdProblem(taxId) ?? '', /^El NIF no es válido: /)
    })

  test('a wrong control is told from a wrong form', ({ assert }) => {
    assert.equal(taxIdProblem('12345678A'), 'El NIF no es válido: la letra o dígito de control no coincide.')
    assert.match(taxIdProblem('hola') ?? '', /nueve caracteres/)
  })

  test('its kind is told by its form', ({ assert }) => {
    assert.equal(taxIdKind('12345678Z'), 'dni')
    assert.equal(taxIdKind('X1234567L'), 'nie')
    assert.equal(taxIdKind('b-12345674'), 'cif')
    assert.equal(taxIdKind('M1234567L'), 'klm')
    assert.isNull(taxIdKind('DE136695976'))
    assert.equal(normalizeTaxId(' es-b.12345674 '), 'B12345674')
  })
})

test.group('EU VAT number', () => {
  test('{$self} is valid')
    .with([
      'DE136695976',
      'FR40303265045',
      'PT501964843',
      'IE6388047V',
      'EL094259216',
      'ESB58378431',
      'ATU13585627',
      'BE0428759497',
      'DK13585628',
      'FI20774740',
      'IT00743110157',
      'LU15027442',
      'NL004495445B01',
      'PL8567346215',
      'SE123456789701',
      'XI123456789',
      'IE3333510LH',
      'de 136 695 976',
    ])
    .run(({ assert }, vatNumber) => {
      assert.isTrue(isValidVatNumber(vatNumber))
    })

  test('{$self} is refused')
    .with([
      'DE136695977',
      'FR41303265045',
      'PT501964842',
      'IE6388047W',
      'EL094259217',
      'GR094259216',
      'GB980780684',
      'ESB12345678',
      'ATU13585626',
      'BE0428759496',
      'IT00743110158',
      'NL004495446B01',
      '136695976',
      'constructor',
      '',
    ])
    .run(({ assert }, vatNumber) => {
      assert.isFalse(isValidVatNumber(vatNumber))
    })
})

test.group('Creditor references', () => {
  test('the RF reference carries its check digits', ({ assert }) => {
    assert.equal(makeCreditorReference('539007547034'), 'RF18539007547034')
    assert.equal(makeCreditorReference('FAC2026000123'), 'RF33FAC2026000123')
    assert.equal(makeCreditorReference('fac-2026/000123'), 'RF33FAC2026000123')
    assert.isTrue(isValidCreditorReference('RF18 5390 0754 7034'))
    assert.isFalse(isValidCreditorReference('RF19539007547034'))
    assert.isFalse(isValidCreditorReference('RF18'))
    assert.throws(() => makeCreditorReference('---'), RangeError)
  })

  test('every reference made can be checked', ({ assert }) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{1,21}$/), (reference) => {
        assert.isTrue(isValidCreditorReference(makeCreditorReference(reference)))
      })
    )
  })

  test('the creditor identifier leaves the suffix out of its check', ({ assert }) => {
    assert.equal(spanishCreditorIdentifier('B58378431'), 'ES46000B58378431')
    assert.equal(spanishCreditorIdentifier('B58378431', '001'), 'ES46001B58378431')
  })
})
