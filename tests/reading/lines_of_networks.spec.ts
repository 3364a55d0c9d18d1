import { test } from '@japa/runner'
import type { PageText } from '#app/reading/pages/page_text'
import type { WordPiece } from '#app/reading/pages/page_words'
import { fuseLines } from '#app/reading/recognition/fuse_lines'
import { lineLetters } from '#app/reading/recognition/neural/line_letters'
import { lineWords } from '#app/reading/recognition/neural/line_words'
import { textRegions } from '#app/reading/recognition/neural/text_regions'

const letterWide = 8
const piece = (text: string, x0: number, y0: number, confidence = 0.9): WordPiece => ({
  text,
  x0,
  y0,
  x1: x0 + text.length * letterWide,
  y1: y0 + 12,
  isTurned: false,
  confidence,
})
const line = (text: string, x0: number, y0: number, confidence = 0.95): WordPiece => ({
  ...piece(text, x0, y0, confidence),
  centres: [...text].map((_, at) => x0 + (at + 0.5) * letterWide),
})
const page = (...pieces: WordPiece[]): PageText => ({
  size: { width: 2480, height: 3508 },
  pieces,
  image: new Uint8Array(),
})
const texts = ({ pieces }: PageText) => pieces.map(({ text }) => text)

test.group('Two engines on one page', () => {
  test('figures come from the reader of lines, blanks from the first engine', ({ assert }) => {
    const first = page(piece('Total', 100, 500), piece('12l,0O', 148, 500, 0.6))
    assert.deepEqual(texts(fuseLines(first, [line('Total:121,00', 100, 500)])), ['Total', '121,00'])
  })

  test('words of letters keep their accents', ({ assert }) => {
    const first = page(piece('número', 100, 500, 0.7))
    const [word] = fuseLines(first, [line('numero', 100, 500, 0.99)]).pieces
    assert.equal(word?.text, 'número')
    assert.closeTo(word?.confidence ?? 0, 0.99, 1e-6)
  })

  test('a letter stays among letters, a figure beside figures, and alone what the first engine read', ({
    assert,
  }) => {
    const first = page(piece('P26CON174', 100, 500), piece('2O26/A/0383', 100, 600))
    const second = [line('P26C0N174', 100, 500), line('2026/4/0383', 100, 600)]
    assert.deepEqual(texts(fuseLines(first, second)), ['P26CON174', '2026/A/0383'])
  })

  test('a doubtful letter of a line stays where the reader of lines has it too', ({ assert }) => {
    const first = page(piece('N', 100, 500, 0.57), piece('10', 118, 500, 0.57))
    const second = { ...line('N10', 100, 500, 0.99), x1: 134, centres: [104, 122, 130] }
    assert.deepEqual(texts(fuseLines(first, [second])), ['N', '10'])
  })

  test('of two readings of a tax number the one whose control holds is taken', ({ assert }) => {
    const first = page(piece('841902271', 100, 500, 0.9))
    assert.deepEqual(texts(fuseLines(first, [line('B41902271', 100, 500, 0.7)])), ['B41902271'])
  })

  test('words tell whether both engines read them alike', ({ assert }) => {
    const first = page(piece('4410', 100, 500), piece('4411', 100, 600, 0.5), piece('4412', 100, 700))
    const second = [line('4410', 100, 500), line('4417', 100, 600)]
    assert.deepEqual(
      fuseLines(first, second).pieces.map(({ agreement }) => agreement),
      ['both', 'differ', 'one']
    )
  })

  test('what the first engine did not see is added when it is clear', ({ assert }) => {
    const first = page(piece('Total', 100, 500))
    const second = [line('21%', 400, 500), line('7', 500, 500, 0.3), line('-', 600, 500)]
    assert.deepEqual(texts(fuseLines(first, second)), ['Total', '21%'])
  })

  test('a single figure before a word stands for itself', ({ assert }) => {
    const first = page(piece('Tóner', 130, 500))
    const second = { ...line('7Toner', 122, 500), centres: [114, 134, 142, 150, 158, 166] }
    assert.deepEqual(texts(fuseLines(first, [{ ...second, x0: 110 }])), ['Tóner', '7'])
  })

  test('what is no figure in a word is none, what is no amount takes the place of none', ({ assert }) => {
    const first = page(piece('Restauración', 100, 500, 0.9), piece('1.029,35', 100, 600, 0.96))
    const second = [line('Restauraci6n', 100, 500, 0.97), line('1.929.35.', 100, 600, 0.97)]
    assert.deepEqual(texts(fuseLines(first, second)), ['Restauración', '1.029,35'])
  })

  test('a doubtful reading changes nothing', ({ assert }) => {
    const first = page(piece('121,00', 100, 500, 0.9))
    assert.deepEqual(texts(fuseLines(first, [line('127,00', 100, 500, 0.5)])), ['121,00'])
  })
})

test.group('Lines of print as the networks see them', () => {
  test('what hangs together is one line, specks are none', ({ assert }) => {
    const [width, height] = [60, 30]
    const map = new Float32Array(width * height)
    for (let y = 10; y < 14; y += 1) for (let x = 10; x < 40; x += 1) map[y * width + x] = 0.9
    map[25 * width + 50] = 0.9
    const [only, ...others] = textRegions(map, width, height)
    assert.lengthOf(others, 0)
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = only ?? []
    assert.isTrue(x0 * width < 10 && x1 * width > 40 && y0 * height < 10 && y1 * height > 14)
  })

  test('a sign counts once however many steps it takes, and twice with nothing between', ({ assert }) => {
    const signs = ['', '1', '2']
    const best = [0, 1, 1, 0, 1, 2, 0, 0, 2, 2]
    const scores = Float32Array.from(best.flatMap((sign) => signs.map((_, at) => (at === sign ? 0.9 : 0.05))))
    const whole = lineLetters(scores, signs, { from: 0, steps: best.length, share: 1 })
    assert.equal(whole.map(({ text }) => text).join(''), '1122')
    const shorter = lineLetters(scores, signs, { from: 0, steps: best.length, share: 0.7 })
    assert.equal(shorter.map(({ text }) => text).join(''), '112')
  })

  test('words are parted at blanks and wide gaps and hug their print', ({ assert }) => {
    const [width, height] = [480, 48]
    const data = new Uint8Array(width * height).fill(250)
    for (const [from, to] of [
      [40, 80],
      [300, 340],
    ] as const)
      for (let y = 12; y < 36; y += 1) for (let x = from; x < to; x += 1) data[y * width + x] = 20
    const letters = [50, 70, 310, 330].map((x, at) => ({
      text: 'abcd'[at] ?? '',
      confidence: 0.9,
      centre: x / width,
    }))
    const words = lineWords(letters, { data, width, height }, [0, 0, 1, 1])
    assert.deepEqual(
      words.map(({ text, box }) => [
        text,
        ...box.map((share, at) => share * (at % 2 === 0 ? width : height)),
      ]),
      [
        ['ab', 40, 12, 80, 36],
        ['cd', 300, 12, 340, 36],
      ]
    )
  })
})
