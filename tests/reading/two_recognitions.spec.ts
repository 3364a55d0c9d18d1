import { test } from '@japa/runner'
import { repairIban } from '#app/reading/candidates/find_ibans'
import type { PageText } from '#app/reading/pages/page_text'
import type { WordPiece } from '#app/reading/pages/page_words'
import { levelled, residualSlope } from '#app/reading/pictures/residual_slope'
import { fusePages } from '#app/reading/recognition/fuse_pages'

const piece = (text: string, x0: number, y0: number, confidence = 0.9): WordPiece => ({
  text,
  x0,
  y0,
  x1: x0 + text.length * 8,
  y1: y0 + 12,
  isTurned: false,
  confidence,
})
const page = (pieces: WordPiece[], angleRadians = 0): PageText => ({
  size: { width: 2480, height: 3508, angleRadians },
  pieces,
  image: new Uint8Array(),
})
const texts = ({ pieces }: PageText) => pieces.map(({ text }) => text)

test.group('Two recognitions of one page', () => {
  test('a word that the first left out comes from the second, a speck does not', ({ assert }) => {
    const first = page([piece('Total', 100, 500), piece('121,00', 800, 500)])
    const second = page([
      piece('Total', 100, 500),
      piece('21', 400, 500),
      piece('|', 600, 500),
      piece('IVA', 300, 700, 0.2),
    ])
    assert.deepEqual(texts(fusePages(first, second)), ['Total', '121,00', '21'])
  })

  test('an amount is taken before what is none, else the clearer reading', ({ assert }) => {
    const first = page([
      piece('121,O0', 800, 500, 0.95),
      piece('Facfura', 100, 100, 0.5),
      piece('Fecha', 100, 200, 0.9),
    ])
    const second = page([
      piece('121,00', 800, 501, 0.8),
      piece('Factura', 101, 100, 0.9),
      piece('Feoha', 100, 200, 0.92),
    ])
    assert.deepEqual(texts(fusePages(first, second)), ['121,00', 'Factura', 'Fecha'])
  })

  test('a page of text is left as it is', ({ assert }) => {
    const text = { ...page([piece('Total', 100, 500)]), image: null }
    assert.equal(fusePages(text, page([piece('21', 400, 500)])), text)
  })

  test('words straightened by another angle are brought to the place of the first', ({ assert }) => {
    const slope = 0.02
    const first = page([piece('Total', 100, 500), piece('121,00', 800, 500)])
    const other = levelled(first.pieces, slope, (1000 * 3508) / 2480)
    const fused = fusePages(first, page(other, -slope))
    assert.deepEqual(texts(fused), ['Total', '121,00'])
  })
})

test.group('Rows that still rise or fall', () => {
  const rows = (slope: number): WordPiece[] =>
    Array.from({ length: 12 }, (_, row) =>
      Array.from({ length: 6 }, (_, column) => {
        const x = 60 + column * 150
        return piece('palabra', x, 100 + row * 40 + slope * (x + 28))
      })
    ).flat()

  for (const slope of [0.012, -0.02])
    test(`a slope of ${slope} is found and taken out`, ({ assert }) => {
      const found = residualSlope(rows(slope))
      assert.approximately(found, slope, 0.0015)
      assert.closeTo(residualSlope(levelled(rows(slope), found, 1414)), 0, 0.0015)
    })

  test('level rows and pages of few words are left alone', ({ assert }) => {
    assert.equal(residualSlope(rows(0)), 0)
    assert.equal(residualSlope(rows(0.02).slice(0, 10)), 0)
  })
})

test.group('Accounts that recognition misread', () => {
  test('the control digits of a Spanish account give those of its IBAN', ({ assert }) => {
    assert.equal(repairIban('ES?821003453642005212084'), 'ES2821003453642005212084')
    assert.isNull(repairIban('ES?821003453642005212085'))
  })

  test('a letter read twice goes when one account alone is left', ({ assert }) => {
    assert.equal(repairIban('DES85483905380307645117'), 'DE85483905380307645117')
    assert.isNull(repairIban('DES85483905380307645118'))
  })
})
