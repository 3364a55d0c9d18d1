import type { TextPiece } from '#app/reading/pages/text_layer'

const wordsMin = 12
const readableShareMin = 0.8

/** Whether a text layer can be trusted instead of the picture: enough words, nearly all of letters and digits. */
export function isUsableTextLayer(pieces: TextPiece[]): boolean {
  if (pieces.length < wordsMin) return false
  const letters = pieces.map((piece) => piece.text).join('')
  const readable = letters.match(/[\p{L}\p{N}.,:;\-/€$%()&@'"+#*]/gu)?.length ?? 0
  const broken = letters.match(/[\ufffd\ue000-\uf8ff]/g)?.length ?? 0
  return readable / letters.length >= readableShareMin && broken / letters.length < 0.1
}
