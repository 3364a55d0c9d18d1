import { test } from '@japa/runner'
import fc from 'fast-check'

import { initials } from '#app/kernel/text/initials'
import {
  isSepaIdentifier,
  isSepaText,
  lettersWithoutTable,
  toSepaIdentifier,
  toSepaText,
} from '#app/kernel/text/sepa_text'
import { foldText, normalizeName, trigramSimilarity } from '#app/kernel/text/similarity'

const anyText = fc.string({ unit: 'grapheme', maxLength: 200 })

test.group('Text for the bank', () => {
  test('marks are dropped, € and & are spelled, the rest becomes a space', ({ assert }) => {
    assert.equal(toSepaText('Lavandería & Núñez, S.L.', 70), 'Lavanderia y Nunez, S.L.')
    assert.equal(toSepaText('Façade 10 € año_2026', 70), 'Facade 10 EUR ano-2026')
    assert.equal(toSepaText('  a *  b\n<c>  ', 70), 'a b c')
    assert.equal(toSepaText('pingüino Ñandú Ç', 70), 'pinguino Nandu C')
    assert.equal(toSepaText('日本', 70), '')
    assert.equal(toSepaText('n\u0303', 70), 'n')
  })

  test('Spanish banks may be sent ñ and ç', ({ assert }) => {
    assert.equal(toSepaText('Núñez y Façade', 70, 'spanish'), 'Nuñez y Façade')
    assert.isTrue(isSepaText('Nuñez', 'spanish'))
    assert.isFalse(isSepaText('Nuñez'))
  })

  test('"{text}" is written "{expected}"')
    .with([
      { text: 'Ελληνική Εταιρεία Α.Ε.', expected: 'Elliniki Etaireia A.E.' },
      { text: 'Θεσσαλονίκη ΘΕΣΣΑΛΟΝΙΚΗ', expected: 'Thessaloniki THESSALONIKI' },
      { text: 'Χρήστος Ψαράς ΰ ᾳ', expected: 'Christos Psaras y a' },
      { text: 'Български Туризъм ЕООД', expected: 'Balgarski Turizam EOOD' },
      { text: 'Юлия Щерева, Николай Жеков', expected: 'Yuliya Shtereva, Nikolay Zhekov' },
      { text: 'ЩЕРЕВ', expected: 'SHTEREV' },
      { text: 'Семёнов Їжак Ђорђевић Џ Ѓ', expected: 'Semenov Yizhak Djordjevic DZ GJ' },
      {
        text: 'Øresund Þór Æsir Łódź Ħal Ŋ Ĳ İstanbul Şişli',
        expected: 'Oresund Thor Aesir Lodz Hal N IJ Istanbul Sisli',
      },
      { text: 'Ja\u00adime q\u0303 O`Neil', expected: "Jaime q O'Neil" },
    ])
    .run(({ assert }, { text, expected }) => {
      assert.equal(toSepaText(text, 70), expected)
      assert.deepEqual(lettersWithoutTable(text), [])
    })

  test('letters without a table are told, so that no name leaves without them', ({ assert }) => {
    assert.deepEqual(lettersWithoutTable('株式会社 ABC'), ['株', '式', '会', '社'])
    assert.deepEqual(lettersWithoutTable('شركة'), ['ش', 'ر', 'ك', 'ة'])
    assert.deepEqual(lettersWithoutTable('თბილისი'), ['თ', 'ბ', 'ი', 'ლ', 'ს'])
    assert.deepEqual(lettersWithoutTable('Núñez & Cía *'), [])
  })

  test('it is cut to its length without a space left at the end', ({ assert }) => {
    assert.equal(toSepaText('Hotel del Mar', 6), 'Hotel')
    assert.equal(toSepaText('x'.repeat(200), 140).length, 140)
  })

  test('identifiers have no slash at their ends nor two together', ({ assert }) => {
    assert.equal(toSepaIdentifier('//PAGO//2026/000123/'), 'PAGO/2026/000123')
    assert.equal(toSepaIdentifier(`${'a'.repeat(34)}/b`), 'a'.repeat(34))
    assert.isTrue(isSepaIdentifier('PAGO/2026/000123'))
    assert.isFalse(isSepaIdentifier('/PAGO'))
    assert.isFalse(isSepaIdentifier('PA//GO'))
    assert.isFalse(isSepaIdentifier(''))
    assert.isFalse(isSepaIdentifier('x'.repeat(36)))
  })

  test('whatever is written, what is sent is allowed, fits and does not change when done again', ({
    assert,
  }) => {
    fc.assert(
      fc.property(anyText, fc.constantFrom<'latin' | 'spanish'>('latin', 'spanish'), (text, charset) => {
        const sent = toSepaText(text, 70, charset)
        assert.isTrue(isSepaText(sent, charset))
        assert.isTrue(sent.length <= 70 && sent === sent.trim())
        assert.equal(toSepaText(sent, 70, charset), sent)
        const identifier = toSepaIdentifier(text)
        assert.isTrue(identifier === '' || isSepaIdentifier(identifier))
      })
    )
  })
})

test.group('Names', () => {
  test('initials are those of the first two words', ({ assert }) => {
    assert.equal(initials('Ángela Ruiz'), 'ÁR')
    assert.equal(initials('María del Carmen'), 'MD')
    assert.equal(initials('ñoño'), 'ÑO')
    assert.equal(initials('  ana  '), 'AN')
    assert.equal(initials('x'), 'X')
    assert.equal(initials(''), '')
  })

  test('"{name}" is compared as "{expected}"')
    .with([
      { name: 'Hotel Sol, S.L.U.', expected: 'hotel sol' },
      { name: 'HOTEL SOL SL', expected: 'hotel sol' },
      { name: 'Hotel Sol S. L.', expected: 'hotel sol' },
      { name: 'Compañía Ñandú S.A.', expected: 'compañia ñandu' },
      { name: 'Hotel Sol, Sociedad Limitada Unipersonal', expected: 'hotel sol' },
      { name: 'Gäste GmbH', expected: 'gaste' },
      { name: 'Hermanos Pérez C.B.', expected: 'hermanos perez' },
      { name: 'SA', expected: 'sa' },
      { name: 'S.L.', expected: 's l' },
      { name: 'año', expected: 'año' },
      { name: 'ano', expected: 'ano' },
    ])
    .run(({ assert }, { name, expected }) => {
      assert.equal(normalizeName(name), expected)
    })

  test('trigrams count as PostgreSQL counts them', ({ assert }) => {
    assert.equal(trigramSimilarity('word', 'two words'), 4 / 11)
    assert.equal(trigramSimilarity('hotel sol', 'hotel sol'), 1)
    assert.equal(trigramSimilarity('abc', 'xyz'), 0)
    assert.equal(trigramSimilarity('', ''), 0)
    assert.equal(foldText('Málaga/Ñ  1.234'), 'malaga ñ 1 234')
  })

  test('likeness has no direction and stays between 0 and 1', ({ assert }) => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const likeness = trigramSimilarity(a, b)
        assert.equal(likeness, trigramSimilarity(b, a))
        assert.isTrue(likeness >= 0 && likeness <= 1)
      })
    )
  })
})
